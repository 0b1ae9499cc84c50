"""Turn lists of paper abstracts into a table of claims that can be trusted."""

__version__ = "0.1.0"

__all__ = ["__version__"]
