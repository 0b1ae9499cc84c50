"""The annotator for OpenAI and every server that speaks like it."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from annotate.errors import CassetteError
from annotate.facts import Answer, Attempt, Outcome, Paper
from annotate.models import Hooks, ModelOptions, Question, Wait
from annotate.models.admission import StoppedError
from annotate.models.aside import Aside
from annotate.models.asking import Asker
from annotate.models.budget import BudgetExhaustedError, Money, Reservation, most_tokens
from annotate.models.client import Sender
from annotate.models.failures import Failure
from annotate.models.limits import Limits, Sent
from annotate.models.reading import Reading
from annotate.models.replies import Reply
from annotate.models.retry import Patience, Tries
from annotate.models.usage import Usage
from annotate.models.verdicts import Verdict, judge, rescue

__all__ = ["OpenAIAnnotator"]

_ROUGHLY_ANSWERED = 256


class OpenAIAnnotator:
    """Asks a server about one paper at a time; see `annotate.models.Annotator`.

    `recorded` are the requests of a recording, whose shape is taken over.
    """

    def __init__(  # noqa: PLR0913 - the places where it is made are two
        self,
        client: Sender,
        prompt: Question,
        options: ModelOptions,
        limits: Limits,
        *,
        hooks: Hooks,
        money: Money,
        recorded: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        self.name, self.model = "openai", options.model
        self._client, self._prompt, self._options = client, prompt, options
        self._limits, self._hooks, self._money = limits, hooks, money
        self._asker = Asker(prompt, options)
        self._asker.learn(recorded)
        self._patience = Patience(limits, options.max_tries, options.wait_scale)
        self._least_prompt: int | None = None
        self._aside = Aside()

    async def aclose(self) -> None:
        """Close every connection."""
        await self._client.aclose()

    async def annotate(self, paper: Paper, *, sample: int = 0) -> Answer:
        """Return the reading of `paper`, or why there is none."""
        await self._aside.turn()
        question = self._prompt.question(paper)
        reading = Reading(paper, question, Tries(paper.id), self._options.max_tokens, sample)
        try:
            return await self._converse(reading)
        except Failure as failure:
            return reading.fallback(failure.message)
        except CassetteError as error:
            raise CassetteError(f"paper {paper.id}: {error}") from None
        except StoppedError:
            return Answer(None, tuple(reading.attempts), "interrupted", ("stopped",))
        except BudgetExhaustedError as error:
            reading.attempts.append(
                Attempt(len(reading.attempts) + 1, _now(), 0.0, Outcome.BUDGET, error=str(error))
            )
            return Answer(None, tuple(reading.attempts), str(error))

    async def _converse(self, reading: Reading) -> Answer:
        """Ask, and ask again with the reason while the answer is wrong and patience lasts."""
        reasks = 0
        while True:
            reply, verdict = await self._patiently(reading)
            if verdict.outcome is Outcome.OK:
                return reading.answer(verdict.annotation)
            if verdict.outcome in (Outcome.REFUSED, Outcome.FILTERED):
                return reading.fallback(verdict.error or verdict.outcome.value)
            if verdict.outcome is Outcome.TRUNCATED:
                if reading.raised:
                    return self._cut_off(reading, reply)
                reading.raised, reading.max_tokens = True, reading.max_tokens * 2
                continue
            if verdict.annotation is not None:
                reading.keep(verdict.annotation, len(verdict.reasons))
            if reasks >= self._options.max_reasks:
                return self._last_word(reading, reply, verdict)
            reasks += 1
            reading.turns = self._asker.again(reading.turns, reply, verdict.reasons)

    async def _patiently(self, reading: Reading) -> tuple[Reply, Verdict]:
        """Send until there is a reply to judge, or no hope for one."""

        def announce(wait: Wait) -> None:
            if self._hooks.on_attempt is not None:
                self._hooks.on_attempt(reading.paper.id, reading.attempts[-1])
            if self._hooks.on_wait is not None:
                self._hooks.on_wait(wait)

        try:
            return await self._once(reading)
        except Failure as failure:
            # tenacity comes in only here, for it costs a sixth of what a request does.
            first = failure
        failures = [first]

        async def again() -> tuple[Reply, Verdict]:
            if failures:
                raise failures.pop()
            return await self._once(reading)

        judged: tuple[Reply, Verdict] = await self._patience.retrying(reading.tries, announce)(
            again
        )
        return judged

    def _cut_off(self, reading: Reading, reply: Reply) -> Answer:
        """Keep the whole facts of a half answer rather than lose the paper."""
        kept = rescue(reply.text, self._prompt.answer_model)
        if kept is not None:
            return reading.answer(kept, "truncated")
        return reading.fallback("the answer was cut off twice, before any fact was whole")

    def _last_word(self, reading: Reading, reply: Reply, verdict: Verdict) -> Answer:
        """Keep the best that was said when asking again doesn't help."""
        if reading.kept is not None:
            return reading.fallback("")
        kept = rescue(reply.text, self._prompt.answer_model)
        if kept is not None:
            return reading.answer(kept, "invalid")
        return reading.fallback(f"invalid answer: {verdict.error}")

    async def _once(self, reading: Reading) -> tuple[Reply, Verdict]:
        """Send one request and judge its reply; every request becomes an attempt."""
        if reading.tries.refused and self._limits.closed:
            raise Failure(Outcome.RATE_LIMITED, self._limits.closed)
        shape = self._asker.shape
        max_tokens = self._asker.cap(reading.max_tokens)
        body = self._asker.body(reading.question, reading.turns, max_tokens, reading.sample)
        async with self._limits.slot(len(body) // 4 + _ROUGHLY_ANSWERED):
            reservation = await self._reserve(reading, body, max_tokens)
            if self._limits.stopped:
                await self._settle(reservation, Usage())
                raise StoppedError
            if reservation is not None and reservation.max_tokens < max_tokens:
                body = self._asker.body(
                    reading.question, reading.turns, reservation.max_tokens, reading.sample
                )
            sent, started_at, clock = self._limits.sent(), _now(), time.perf_counter()
            attempt = partial(Attempt, len(reading.attempts) + 1, started_at)
            usage: Usage | None = None
            try:
                reply, headers = await self._client.send(body)
                seconds, usage = time.perf_counter() - clock, reply.usage
            except Failure as failure:
                usage = failure.usage if failure.usage or failure.billed else Usage()
                adapted = self._asker.adapt(failure, shape)
                excused = self._learn(reading.paper.id, failure, sent)
                reading.tries.count(failure, adapted=adapted, excused=excused)
                reading.attempts.append(self._failed(attempt, clock, failure, usage))
                raise replace(failure, retry=True) if adapted else failure from None
            finally:
                await self._settle(reservation, usage)
            self._limits.succeeded(headers)
        await self._aside.turn()
        verdict = self._judge(reading, reply)
        reading.attempts.append(self._judged(attempt, seconds, reply, verdict))
        return reply, verdict

    def _judge(self, reading: Reading, reply: Reply) -> Verdict:
        if reply.usage is not None and reply.usage.prompt_tokens:
            least = self._least_prompt or reply.usage.prompt_tokens
            self._least_prompt = min(least, reply.usage.prompt_tokens)
        if reply.model and not _same_model(reply.model, self.model):
            reading.flags["other_model"] = None
        check = self._hooks.problems
        problems = None if check is None else partial(_swapped, check, reading.paper)
        return judge(reply, self._prompt.answer_model, problems)

    def _learn(self, paper_id: str, failure: Failure, sent: Sent) -> bool:
        """Tell the limits what this failure says about the endpoint.

        Returns whether nobody gets an answer at the moment, so that it is no fault of the paper.
        """
        if failure.undelivered:
            return self._limits.unreached(paper_id, sent, failure)
        if failure.outcome is Outcome.RATE_LIMITED and failure.retry:
            self._limits.pushed_back(sent.round, failure.wait_s)
            return sent.answers == self._limits.outage.answers
        if failure.wait_s:
            self._limits.pause(failure.wait_s, "Retry-After")
        elif failure.outcome is Outcome.TIMEOUT:
            self._limits.slowed()
        elif failure.hopeless:
            self._limits.refused(failure.message)
        return False

    async def _reserve(self, reading: Reading, body: bytes, max_tokens: int) -> Reservation | None:
        price, budget = self._money.price, self._money.budget
        if price is None or budget is None:
            return None
        whole = most_tokens(body.decode()) if self._least_prompt is None else 0
        # What all prompts share is in the shortest one seen.
        varying = [reading.question, *(str(turn) for turn in reading.turns)]
        own = sum(most_tokens(text) for text in varying)

        def most_prompt() -> int:
            return whole if self._least_prompt is None else self._least_prompt + own

        return await budget.reserve(price, most_prompt, max_tokens)

    async def _settle(self, reservation: Reservation | None, usage: Usage | None) -> None:
        price, budget = self._money.price, self._money.budget
        if reservation is not None and price is not None and budget is not None:
            await budget.settle(reservation, usage, price.cost(usage or Usage()))

    def _failed(self, attempt: Any, clock: float, failure: Failure, usage: Usage | None) -> Attempt:
        made: Attempt = attempt(
            time.perf_counter() - clock,
            failure.outcome,
            http_status=failure.status,
            error=failure.message,
            **self._counted(usage),
        )
        return made

    def _judged(self, attempt: Any, seconds: float, reply: Reply, verdict: Verdict) -> Attempt:
        made: Attempt = attempt(
            seconds,
            verdict.outcome,
            http_status=200,
            finish_reason=reply.finish_reason,
            model=reply.model,
            error=None if verdict.error is None else self._client.scrub(verdict.error),
            **self._counted(reply.usage),
        )
        return made

    def _counted(self, usage: Usage | None) -> dict[str, Any]:
        """Return the columns of tokens and dollars; dollars are None when they aren't known."""
        if usage is None:
            return {}
        price = self._money.price
        return {
            "prompt_tokens": usage.prompt_tokens,
            "completion_tokens": usage.completion_tokens,
            "cached_tokens": usage.cached_tokens,
            "reasoning_tokens": usage.reasoning_tokens,
            "cost_usd": None if price is None else price.cost(usage),
        }


def _now() -> str:
    return datetime.now(UTC).isoformat()


def _swapped(check: Any, paper: Paper, annotation: Any) -> Any:
    return check(annotation, paper)


def _same_model(answered: str, asked: str) -> bool:
    """Return whether a server's name ("gpt-5-mini-2025-08-07") means the model asked for."""
    one, other = answered.lower().rpartition("/")[2], asked.lower().rpartition("/")[2]
    return one.startswith(other) or other.startswith(one)
