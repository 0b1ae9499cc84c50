"""Units of absolute figures ("60 fps", "3.5 GB") and the resource that each one measures."""

from collections import defaultdict
from collections.abc import Iterable

from annotate.schema import Metric

__all__ = ["UNIT", "UNIT_METRICS"]

_BY_METRIC = {
    Metric.LATENCY: "ns us µs μs ms msec millisecond milliseconds microsecond microseconds "
    "s sec secs second seconds min mins minute minutes h hr hrs hour hours day days",
    Metric.THROUGHPUT: "fps FPS Hz kHz MHz qps QPS TOPS GOPS TFLOPS GFLOPS PFLOPS "
    "tokens/s tok/s tokens/sec tokens/second samples/s samples/sec images/s images/sec img/s "
    "frames/s frames/sec requests/s req/s queries/s it/s",
    Metric.MEMORY: "KB kB MB GB TB PB KiB MiB GiB TiB bytes kilobytes megabytes gigabytes",
    Metric.ENERGY: "pJ nJ uJ µJ μJ mJ J kJ MJ uW µW μW mW W kW MW Wh kWh MWh joules watts "
    "TOPS/W TOPS/Watt GOPS/W GOPS/Watt TFLOPS/W GFLOPS/W GFLOPs/W FPS/W fps/W",
    Metric.COST: "TOPS/mm2 TOPS/mm² GOPS/mm2 GOPS/mm²",
    Metric.COMPUTE: "FLOPs MFLOPs GFLOPs TFLOPs PFLOPs EFLOPs MACs MMACs GMACs",
    Metric.COMMUNICATION: "bps kbps Mbps Gbps kb/s Mb/s Gb/s KB/s MB/s GB/s TB/s",
}
_PHRASES = {
    "frames per second": Metric.THROUGHPUT,
    "Frames Per Second": Metric.THROUGHPUT,
    "frames/second": Metric.THROUGHPUT,
    "tokens per second": Metric.THROUGHPUT,
    "samples per second": Metric.THROUGHPUT,
    "images per second": Metric.THROUGHPUT,
    "queries per second": Metric.THROUGHPUT,
    "requests per second": Metric.THROUGHPUT,
    "words per second": Metric.THROUGHPUT,
    "GPU hours": Metric.COST,
    "GPU-hours": Metric.COST,
    "GPU days": Metric.COST,
    "GPU-days": Metric.COST,
}

UNIT_METRICS: dict[str, Metric] = {
    unit: metric for metric, units in _BY_METRIC.items() for unit in units.split()
} | _PHRASES
"""Unit as written to the resource it measures; spelling and case matter (mW is not MW)."""


def _pattern(units: Iterable[str]) -> str:
    """Return what matches the longest of `units`, tried by their first letters."""
    rests: dict[str, list[str]] = defaultdict(list)
    for unit in sorted(units, key=len, reverse=True):
        rests[unit[0]].append(unit[1:])
    branches = (f"{head}(?:{'|'.join(rest)})" for head, rest in rests.items())
    return f"(?=[{''.join(rests)}])(?:{'|'.join(branches)})"


UNIT = _pattern(UNIT_METRICS)
"""Matches one unit of UNIT_METRICS."""
