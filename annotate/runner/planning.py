"""From what somebody asked for, and the settings, to the plan of a run."""

import json
import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import orjson

from annotate.config import ModelChoice, Settings, choose_model
from annotate.errors import UsageError
from annotate.models import ModelOptions
from annotate.prompt import load_prompt
from annotate.runner.judging import own_table
from annotate.runner.offline import rules_info
from annotate.runner.plan import RULES, Job, Plan
from annotate.store import RunInfo, Store, batches
from annotate.store.batches import Batch

__all__ = ["Wishes", "chosen_model", "make_plan", "plan_of_batch", "refuse_unreachable"]

_RULES_PROMPT = "claims"
"""The one whose schema the rules answer."""
_OURS = frozenset(
    "model messages n stream stream_options response_format tools tool_choice functions"
    " function_call parallel_tool_calls".split()
)
"""Parameters of a request that make an answer what we can read."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What one command line asks for; None falls back on the settings."""

    db: Path
    model: str | None = None
    base_url: str | None = field(default=None, repr=False)
    prompt: str | None = None
    concurrency: int | None = None
    rpm: int | None = None
    tpm: int | None = None
    max_cost: float | None = None
    price: str | None = None
    limit: int | None = None
    retry_failed: bool = False
    processes: int = 1
    samples: int = 1
    record: Path | None = None
    replay: Path | None = None
    params: dict[str, Any] = field(default_factory=dict)
    log: Path | None = None
    engine: str = "local"


def chosen_model(wishes: Wishes, settings: Settings) -> ModelChoice:
    """Return whom to ask; a recording is answered by the model that it was made of."""
    if wishes.replay and not wishes.model:
        # vcr and openai take a second to load, and few runs replay.
        from annotate.models.cassettes import recorded_model  # noqa: PLC0415

        return ModelChoice(recorded_model(wishes.replay), f"recorded in {wishes.replay}")
    if wishes.base_url:
        settings = settings.model_copy(update={"base_url": wishes.base_url})
    return choose_model(wishes.model, settings)


def make_plan(
    wishes: Wishes, settings: Settings, model: str, source_ids: tuple[int, ...] = ()
) -> Plan:
    """Return the plan; raises UsageError for wishes that don't go together."""
    _refuse(wishes)
    if wishes.engine == "batch" and (model == RULES or model.endswith(".gguf")):
        raise UsageError(f"--engine batch needs a model of a server with a batch API, not {model}")
    if wishes.engine == "ray" and model == RULES:
        raise UsageError("--engine ray needs a model of a server; the rules read here: --processes")
    if model == RULES:
        _refuse_for_rules(wishes)
        job = Job(wishes.db, source_ids, rules_info(), None, wishes.limit, wishes.retry_failed)
        return Plan(job, processes=wishes.processes, log=wishes.log)
    options = _options(wishes, settings, model)
    name = wishes.prompt or settings.prompt
    info = RunInfo(
        annotator=_annotator(wishes, model),
        model=Path(model).stem if model.endswith(".gguf") else model,
        base_url=_without_secrets(options.base_url),
        prompt_id=_fit_prompt_id(name),
        params=options.key() | ({"samples": wishes.samples} if wishes.samples > 1 else {}),
    )
    plan = Plan(
        Job(wishes.db, source_ids, info, name, wishes.limit, wishes.retry_failed),
        options,
        concurrency=wishes.concurrency or settings.concurrency,
        rpm=wishes.rpm or settings.rpm,
        tpm=wishes.tpm or settings.tpm,
        max_cost=settings.max_cost if wishes.max_cost is None else wishes.max_cost,
        price=wishes.price or settings.price,
        processes=wishes.processes,
        samples=wishes.samples,
        record=wishes.record,
        replay=wishes.replay,
        log=wishes.log,
        poll_s=settings.batch_poll,
    )
    _refuse_unpriced(plan)
    return plan


def _refuse_for_rules(wishes: Wishes) -> None:
    """Raise UsageError for what is of no effect on a reading that asks nobody."""
    if wishes.prompt not in (None, _RULES_PROMPT):
        raise UsageError(
            f"the rules read without a prompt: leave out --prompt {wishes.prompt}, or name a"
            " --model to ask"
        )
    asking = {"record": wishes.record, "replay": wishes.replay, "samples": wishes.samples > 1}
    for name in filter(asking.get, asking):
        raise UsageError(f"the rules ask nobody: leave out --{name}, or name a --model to ask")


def _fit_prompt_id(name: str) -> str:
    """Return the prompt's id; raises UsageError for one whose answers no table can hold."""
    prompt = load_prompt(name)
    try:
        own_table(prompt)
    except UsageError as error:
        raise UsageError(f"{name}: {error}") from None
    return prompt.id


def refuse_unreachable(plan: Plan) -> None:
    """Raise UsageError where it shows beforehand that nobody can be asked."""
    options = plan.options
    if options is None or plan.replay:
        return
    if options.model.lower().endswith(".gguf"):
        if not Path(options.model).is_file():
            raise UsageError(f"{options.model}: no such file")
    elif options.base_url is None:
        if not options.api_key:
            raise UsageError(
                f"no key for {options.model}: set OPENAI_API_KEY, or --base-url for another server"
            )
    elif not _is_url(options.base_url):
        shown = _without_secrets(options.base_url)
        raise UsageError(f"base URL {shown!r}: expected http://HOST:PORT/v1 or https://…")


def _is_url(text: str) -> bool:
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 - raises ValueError for a port that is none
    except ValueError:
        return False
    host = parts.hostname or ""
    return parts.scheme in ("http", "https") and bool(host) and not re.search(r"\s|[\0-\x1f]", host)


def _refuse_unpriced(plan: Plan) -> None:
    """Raise UsageError for a price that can't be read, or a cap on what nobody can price."""
    if plan.price is None and plan.max_cost is None:
        return
    from annotate.runner.money import price_for  # noqa: PLC0415 - the price table is slow to load

    if price_for(plan) is None:
        model = plan.options.model if plan.options else RULES
        raise UsageError(f"--max-cost needs a price, and nobody gives one for {model}: add --price")


def plan_of_batch(store: Store, batch: Batch, settings: Settings, folder: Path) -> Plan:
    """Return the plan that `batch` belongs to, which may have been made on another machine.

    A prompt that isn't here, or has changed since, is taken out of the database into `folder`.
    """
    params = json.loads(batch.params)
    known = {name: params.pop(name) for name in ("max_tokens", "max_reasks") if name in params}
    wishes = Wishes(store.path, base_url=batch.base_url, params=params)
    options = replace(_options(wishes, settings, batch.model), params=params, **known)
    info = RunInfo("batch", batch.model, batch.base_url, batch.prompt_id, options.key())
    name = _prompt_name(store, batch, folder)
    job = Job(store.path, (), info, name)
    return Plan(job, options, max_cost=None, price=settings.price, poll_s=settings.batch_poll)


def _prompt_name(store: Store, batch: Batch, folder: Path) -> str:
    with suppress(UsageError):
        if load_prompt(batch.prompt).id == batch.prompt_id:
            return batch.prompt
    path = folder / f"{batch.prompt_id[:16]}.md"
    path.write_text(batches.prompt_text(store.db, batch.prompt_id), encoding="utf-8")
    if load_prompt(str(path)).id != batch.prompt_id:
        raise UsageError(
            f"the prompt {batch.prompt} of {batch.batch_id} can't be made again here:"
            " is its schema's module installed?"
        )
    return str(path)


def _refuse(wishes: Wishes) -> None:
    if wishes.samples > 1 and wishes.engine == "batch":
        raise UsageError("--samples isn't possible in batches: ask live, or another model")
    if wishes.record and wishes.replay:
        raise UsageError("--record and --replay exclude each other")
    try:
        f"{wishes.model}{wishes.base_url}{wishes.prompt}{wishes.params}".encode()
    except UnicodeEncodeError:
        raise UsageError("--model, --base-url, --prompt and --param take UTF-8 only") from None
    if (wishes.record or wishes.replay) and (wishes.processes > 1 or wishes.engine != "local"):
        raise UsageError(
            "a recording is written and read by one process: leave --processes and --engine out"
        )


def _sendable(params: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a request; raises UsageError for what can't be one."""
    for name, value in params.items():
        if name in _OURS:
            raise UsageError(f"--param {name}: annotate sets this itself")
        try:
            json.dumps(value, allow_nan=False)
            orjson.dumps(value)
        except (TypeError, ValueError) as error:
            raise UsageError(f"--param {name}: {error}") from None
    return params


def _options(wishes: Wishes, settings: Settings, model: str) -> ModelOptions:
    def secret(name: str) -> str | None:
        value = getattr(settings, name)
        if value is None:
            return None
        text = str(value.get_secret_value()).strip()
        if not (text.isascii() and text.isprintable()):
            raise UsageError(f"the {name.replace('_', ' ')} holds a character that can't be sent")
        return text

    return ModelOptions(
        model=model,
        base_url=wishes.base_url or settings.base_url,
        api_key=secret("api_key"),
        organization=secret("organization"),
        project=secret("project"),
        timeout_s=settings.timeout,
        max_tries=settings.max_tries,
        max_tokens=settings.max_tokens,
        params=_sendable({**settings.params, **wishes.params}),
    )


def _annotator(wishes: Wishes, model: str) -> str:
    if wishes.replay:
        return "cassette"
    if wishes.engine == "batch":
        return "batch"
    return "local" if model.endswith(".gguf") else "openai"


def _without_secrets(url: str | None) -> str | None:
    """Return the URL as it may be stored: without user, password and query."""
    if url is None:
        return None
    try:
        parts = urlsplit(url)
    except ValueError:  # brackets that don't match
        return url.rpartition("@")[2]
    host = parts.netloc.rpartition("@")[2]
    if not host:  # "user:password@host" without a scheme
        return url.rpartition("@")[2].partition("?")[0]
    return urlunsplit((parts.scheme, host, parts.path, "", ""))
