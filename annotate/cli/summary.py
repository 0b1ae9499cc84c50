"""The closing words of a run, and those before one, on stderr."""

from annotate.cli.counting import counted
from annotate.cli.progress import dollars, tokens
from annotate.runner.estimate import Estimate
from annotate.runner.lists import Lists
from annotate.runner.plan import TRANSIENT, Ending, Plan, Summary, Tally

__all__ = ["closing_words", "forecast", "step_words"]


def closing_words(lists: Lists, summary: Summary, facts: str = "claims") -> str:
    """Return what came of a run in a few lines: counts, money, failures, how to go on.

    `facts` names what was counted: claims, or rows of a table of one's own.
    """
    tally = summary.tally
    lines = [_found(lists)]
    if summary.run_id is None and (summary.error or summary.ending is not Ending.DONE):
        return f"{lines[0]}; nothing asked: {summary.error or summary.why}"
    if summary.run_id is None and summary.failed_before:
        return (
            f"{lines[0]}: nothing asked; {summary.failed_before:,} failed before. Why: annotate"
            " failures. Ask them again: add --retry-failed"
        )
    if summary.run_id is None:
        return f"{lines[0]}: all read before, nothing asked. See them: annotate claims"
    if summary.error and not (tally.done or tally.failed or tally.requests):
        return f"{lines[0]}; nothing asked"
    done = f"run {summary.run_id}: {tally.done:,} read, {_facts(tally, facts)}"
    if tally.failed:
        done += f", {tally.failed:,} failed"
    if tally.pending:
        done += f", {tally.pending:,} left"
    lines[0] += f"; {done}; {_seconds(summary.seconds)}"
    if tally.requests:
        lines.append(
            f"{counted(tally.requests, 'request')}, {tally.prompt_tokens:,} tokens in,"
            f" {tally.completion_tokens:,} out, {dollars(tally)}"
        )
    if tally.failed:
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in tally.reasons.most_common())
        lines.append(f"Failed: {reasons}. Why: annotate failures. {_again(tally)}")
    if summary.error:
        lines.append("Stopped by an error; the same command goes on from here")
    elif summary.ending is Ending.BUDGET:
        lines.append(f"Stopped by {summary.why}. Go on with a higher --max-cost, counted anew")
    elif summary.ending is not Ending.DONE:
        lines.append(f"Stopped: {summary.why}. The same command goes on from here")
    return "\n".join(lines)


def step_words(summary: Summary, facts: str = "claims") -> str:
    """Return what one step through the batches has brought."""
    tally = summary.tally
    parts = [f"{tally.done:,} read, {_facts(tally, facts)}"]
    if tally.failed:
        parts.append(f"{tally.failed:,} failed (annotate failures)")
    if tally.requests:
        parts.append(dollars(tally))
    if summary.why:
        parts.append(summary.why)
    return "; ".join(parts)


def forecast(plan: Plan, guess: Estimate) -> str:
    """Return what a run would take; the tokens are guessed, and an unknown price is said."""
    lists = guess.lists
    found = f"{_found(lists)}; would ask for {guess.papers:,}"
    if plan.options is None:
        return f"{found}, by rules: no tokens, no cost"
    words = (
        f"{found}: about {tokens(guess.prompt_tokens)} tokens in and"
        f" {tokens(guess.completion_tokens)} out (guessed at 4 characters a token, and"
        " without a model's reasoning)"
    )
    from annotate.runner.money import price_for  # noqa: PLC0415 - slow to load, seldom needed

    price = price_for(plan)
    if price is None:
        return f"{words}; cost unknown: nobody gives a price for {plan.options.model} (--price)"
    usd = price.bound(guess.prompt_tokens, guess.completion_tokens)
    if plan.max_cost is not None and usd > plan.max_cost:
        words += f"; more than --max-cost {plan.max_cost:g}"
    about = f"{usd:,.2f}" if usd >= 1 else f"{usd:.4f}"  # of a cent, as what was spent is told
    return f"{words}; about ${about} at ${price.prompt:g} and ${price.completion:g} a million"


def _again(tally: Tally) -> str:
    """Say how those that have failed are asked again: some of themselves, the others on demand."""
    by_itself = sum(count for reason, count in tally.reasons.items() if reason in TRANSIENT)
    if not by_itself:
        return "Ask them again: add --retry-failed"
    if by_itself == tally.failed:
        return "The same command asks them again"
    others = tally.failed - by_itself
    return (
        f"The same command asks {by_itself:,} of them again; for the other {others:,} add"
        " --retry-failed"
    )


def _facts(tally: Tally, facts: str) -> str:
    words = counted(tally.claims - tally.repeated, facts.removesuffix("s"))
    return f"{words} ({tally.repeated:,} said twice)" if tally.repeated else words


def _found(lists: Lists) -> str:
    words = f"{counted(lists.papers, 'paper')} in {counted(lists.places, 'place')}"
    read = len(lists.source_ids)
    return words if read == 1 else f"{words} of {read:,} lists"


def _seconds(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
