"""Characters of a text that are none of ASCII, which are few and tell its language."""

from functools import lru_cache

__all__ = ["ASCII", "beyond_ascii"]

ASCII = bytes(range(128))


@lru_cache(maxsize=16)
def beyond_ascii(text: str) -> str:
    """Return the characters of `text` beyond ASCII, in order.

    To look for a class of them there is far quicker than in the text itself.
    """
    if text.isascii():
        return ""
    return (
        text.encode("utf-8", "surrogatepass")
        .translate(None, ASCII)
        .decode("utf-8", "surrogatepass")
    )
