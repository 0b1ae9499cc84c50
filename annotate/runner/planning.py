"""From what somebody asked for, and the settings, to the plan of a run."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from annotate.config import ModelChoice, Settings, choose_model
from annotate.errors import UsageError
from annotate.models import ModelOptions
from annotate.prompt import load_prompt
from annotate.runner.offline import rules_info
from annotate.runner.plan import RULES, Job, Plan
from annotate.store import RunInfo

__all__ = ["Wishes", "chosen_model", "make_plan"]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What one command line asks for; None falls back on the settings."""

    db: Path
    model: str | None = None
    base_url: str | None = None
    prompt: str | None = None
    concurrency: int | None = None
    rpm: int | None = None
    tpm: int | None = None
    max_cost: float | None = None
    price: str | None = None
    limit: int | None = None
    retry_failed: bool = False
    processes: int = 1
    record: Path | None = None
    replay: Path | None = None
    params: dict[str, Any] = field(default_factory=dict)
    log: Path | None = None
    engine: str = "local"


def chosen_model(wishes: Wishes, settings: Settings) -> ModelChoice:
    """Return whom to ask; a recording is answered by the model that it was made of."""
    if wishes.replay and not wishes.model:
        return ModelChoice(_recorded_model(wishes.replay), f"recorded in {wishes.replay}")
    return choose_model(wishes.model, settings)


def make_plan(
    wishes: Wishes, settings: Settings, model: str, source_ids: tuple[int, ...] = ()
) -> Plan:
    """Return the plan; raises UsageError for wishes that don't go together."""
    _refuse(wishes)
    if model == RULES:
        job = Job(wishes.db, source_ids, rules_info(), None, wishes.limit, wishes.retry_failed)
        return Plan(job, processes=wishes.processes, log=wishes.log)
    options = _options(wishes, settings, model)
    name = wishes.prompt or settings.prompt
    info = RunInfo(
        annotator=_annotator(wishes, model),
        model=Path(model).name if model.endswith(".gguf") else model,
        base_url=_without_secrets(options.base_url),
        prompt_id=load_prompt(name).id,
        params=options.key(),
    )
    return Plan(
        Job(wishes.db, source_ids, info, name, wishes.limit, wishes.retry_failed),
        options,
        concurrency=wishes.concurrency or settings.concurrency,
        rpm=wishes.rpm or settings.rpm,
        tpm=wishes.tpm or settings.tpm,
        max_cost=settings.max_cost if wishes.max_cost is None else wishes.max_cost,
        price=wishes.price or settings.price,
        processes=wishes.processes,
        record=wishes.record,
        replay=wishes.replay,
        log=wishes.log,
    )


def _refuse(wishes: Wishes) -> None:
    if wishes.engine != "local":
        raise UsageError(f"--engine {wishes.engine} isn't built yet")
    if wishes.record and wishes.replay:
        raise UsageError("--record and --replay exclude each other")
    if (wishes.record or wishes.replay) and wishes.processes > 1:
        raise UsageError("a recording is written and read by one process: leave --processes out")


def _options(wishes: Wishes, settings: Settings, model: str) -> ModelOptions:
    def secret(name: str) -> str | None:
        value = getattr(settings, name)
        return None if value is None else str(value.get_secret_value())

    return ModelOptions(
        model=model,
        base_url=wishes.base_url or settings.base_url,
        api_key=secret("api_key"),
        organization=secret("organization"),
        project=secret("project"),
        timeout_s=settings.timeout,
        max_tries=settings.max_tries,
        max_tokens=settings.max_tokens,
        params={**settings.params, **wishes.params},
    )


def _annotator(wishes: Wishes, model: str) -> str:
    if wishes.replay:
        return "cassette"
    return "local" if model.endswith(".gguf") else "openai"


def _without_secrets(url: str | None) -> str | None:
    """Return the URL as it may be stored: without user, password and query."""
    if url is None:
        return None
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path, "", ""))


def _recorded_model(path: Path) -> str:
    raise NotImplementedError(path)
