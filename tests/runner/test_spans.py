"""OpenTelemetry spans of a run."""

import pytest

from annotate.facts import Attempt, Outcome
from annotate.runner.spans import paper_span
from annotate.runner.wire import Reply

pytest.importorskip("opentelemetry.sdk")

ATTEMPT = Attempt(1, "2026-01-01T00:00:00Z", 0.1, Outcome.REFUSED, 200, prompt_tokens=7)


def test_a_paper_is_a_span_with_its_tokens_and_its_failure() -> None:
    from opentelemetry import trace
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    with paper_span("p1") as span:
        span.answered(Reply("p1", None, (ATTEMPT,), "it would not"))
    (done,) = exporter.get_finished_spans()
    assert done.name == "annotate paper"
    assert dict(done.attributes or {}) == {
        "annotate.paper_id": "p1",
        "annotate.requests": 1,
        "annotate.outcome": "refused",
        "gen_ai.usage.input_tokens": 7,
        "gen_ai.usage.output_tokens": 0,
    }
    assert done.status.description == "it would not"
    provider.shutdown()
