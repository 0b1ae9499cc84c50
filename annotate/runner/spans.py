"""OpenTelemetry spans, one a paper, where `opentelemetry-api` is installed (extra `telemetry`).

Where they go is set up outside, for instance by `opentelemetry-instrument annotate run …`. They
carry names of OpenTelemetry's conventions for generative models, and no text.
"""

import importlib
import importlib.util
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from typing import Any

from annotate.runner.wire import Reply

__all__ = ["PaperSpan", "paper_span"]


class PaperSpan:
    """The time from asking about a paper until its answer is committed."""

    def __init__(self, span: Any = None) -> None:
        self._span = span

    def answered(self, reply: Reply) -> None:
        """Note what asking has taken."""
        if self._span is None:
            return
        attempts = reply.attempts
        self._span.set_attributes(
            {
                "annotate.requests": len(attempts),
                "annotate.outcome": attempts[-1].outcome.value if attempts else "",
                "gen_ai.usage.input_tokens": sum(one.prompt_tokens for one in attempts),
                "gen_ai.usage.output_tokens": sum(one.completion_tokens for one in attempts),
            }
        )
        if reply.reading is None:
            status = importlib.import_module("opentelemetry.trace").StatusCode.ERROR
            self._span.set_status(status, reply.error or "")


_NOBODYS = PaperSpan()


def paper_span(paper_id: str) -> AbstractContextManager[PaperSpan]:
    """Open the span of a paper; costs nothing where nobody takes it."""
    trace = _trace()
    if trace is None or isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
        return nullcontext(_NOBODYS)
    return _taken(paper_id)


@contextmanager
def _taken(paper_id: str) -> Iterator[PaperSpan]:
    with _tracer().start_as_current_span(
        "annotate paper", attributes={"annotate.paper_id": paper_id}
    ) as span:
        yield PaperSpan(span)


@cache
def _trace() -> Any:
    if importlib.util.find_spec("opentelemetry") is None:
        return None
    return importlib.import_module("opentelemetry.trace")


@cache
def _tracer() -> Any:
    return _trace().get_tracer("annotate")
