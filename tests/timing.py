"""CPU time in tests: the best of a few tries counts, for what else the machine does only adds."""

import time
from collections.abc import Callable
from functools import partial

__all__ = ["cpu_seconds", "grows_in_step", "stays_within"]

_TRIES = 4


def cpu_seconds(call: Callable[[], object]) -> float:
    """Return the CPU seconds of one call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def stays_within(seconds: float, call: Callable[[], object]) -> bool:
    """Say whether one of a few calls takes at most so many CPU seconds."""
    return any(cpu_seconds(call) <= seconds for _ in range(_TRIES))


def grows_in_step(
    call: Callable[[int], object], small: int, large: int, *, slack: float = 3, floor: float = 0.02
) -> bool:
    """Say whether `call(large)` takes at most `slack` times its share of `call(small)`.

    `floor`: the seconds below which the small call counts as noise. Each try has a size of its own,
    so that nothing remembered answers for it.
    """
    call(max(1, small // 20))
    base = max(floor, cpu_seconds(partial(call, small)))
    limit = base * large / small * slack
    return any(cpu_seconds(partial(call, large + n)) <= limit for n in range(_TRIES))
