"""Read lists of abstracts, whatever they were exported as; one module per family of formats.

`open_sources` is the door: it yields a `Source` for each list, which yields a `Paper` for each
abstract and a `Problem` for each record that has none or is broken.
"""

from annotate.readers.records import Kind, Problem, ReadOptions
from annotate.readers.sources import Source, Sources, open_sources

__all__ = ["Kind", "Problem", "ReadOptions", "Source", "Sources", "open_sources"]
