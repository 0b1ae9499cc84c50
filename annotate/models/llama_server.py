"""The child process of `annotate.models.local`: serve a GGUF until the parent is gone.

    python -m annotate.models.llama_server MODEL.gguf SLOTS CONTEXT

The first line of stdout is the address.
"""

import os
import sys
from pathlib import Path

__all__ = ["main"]


def main() -> None:
    """Load the model, print the address, and wait for the end of stdin."""
    import xllamacpp  # noqa: PLC0415 - an extra, and only this process needs it

    path, slots, context = sys.argv[1:4]
    params = xllamacpp.CommonParams()
    params.model.path = path
    params.model_alias = {Path(path).stem}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_parallel, params.n_ctx = int(slots), int(context)
    threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads or 1
    params.ui, params.warmup, params.verbosity = False, False, 0
    try:
        server = xllamacpp.Server(params)
    except Exception as error:  # whatever llama.cpp has against the file
        sys.exit(str(error) or type(error).__name__)
    print(server.listening_address, flush=True)
    sys.stdin.buffer.read()
    os._exit(0)  # the server's threads don't end by themselves


if __name__ == "__main__":
    main()
