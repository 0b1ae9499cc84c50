"""Hold every fact of a reading against its abstract: evidence, numbers, names, support."""

from annotate.check.flags import Flag
from annotate.check.leaks import Examples
from annotate.check.paper import check
from annotate.check.quoted import columns, quoted_rows, required
from annotate.check.reasons import problems

__all__ = ["Examples", "Flag", "check", "columns", "problems", "quoted_rows", "required"]
