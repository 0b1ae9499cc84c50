"""How many connections this process may have open at once."""

import os
import sys
from contextlib import suppress

__all__ = ["most_connections"]

_SPARE = 16


def most_connections(wanted: int) -> int:
    """Return `wanted`, or as many connections as there is room for among this process's files.

    Raises the soft limit on open files where that is needed and allowed: a request for which
    there is no file fails like one to a server that is not there.
    """
    if sys.platform == "win32":
        return wanted
    import resource  # noqa: PLC0415 - unknown on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    others = len(os.listdir("/dev/fd")) + _SPARE
    if soft != resource.RLIM_INFINITY and soft < wanted + others:
        raised = wanted + others if hard == resource.RLIM_INFINITY else min(hard, wanted + others)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
            soft = raised
        wanted = min(wanted, soft - others)
    return max(1, wanted)
