"""Turn matplotlib's SVG into a part of the page: its colours, its fonts, its own ids."""

import io
import re
import warnings
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, register_namespace, tostring

from defusedxml.ElementTree import fromstring
from markupsafe import Markup

from annotate.errors import MissingExtraError
from annotate.language.cells import visible

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["ACCENT", "INK", "MUTED", "PAPER", "RULE", "as_inline", "label", "new_figure"]

# Colours that matplotlib passes through and that the page's style sheet then decides.
INK, MUTED, RULE, ACCENT, PAPER = "#010101", "#010102", "#010103", "#010104", "#010105"
_ROLES = {INK: "ink", MUTED: "muted", RULE: "rule", ACCENT: "accent", PAPER: "paper"}

_SVG = "http://www.w3.org/2000/svg"
_HREF = "{http://www.w3.org/1999/xlink}href"
_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text: small, searchable, in the page's font
    "svg.hashsalt": "annotate",  # the same data gives the same bytes
    "font.size": 12,
    "text.color": INK,
    "xtick.color": MUTED,
    "ytick.color": INK,
}

register_namespace("", _SVG)


def label(text: str, limit: int = 28) -> str:
    """Return foreign text as one short line that XML can hold."""
    line = " ".join(visible(text).split())
    line = "".join(sign for sign in line if sign not in "\ufffe\uffff" and not _surrogate(sign))
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def new_figure(width: float, height: float) -> tuple["Figure", Any]:
    """Return an empty figure of `width` × `height` user units and its axes, without a frame.

    Raises MissingExtraError when matplotlib isn't installed.
    """
    try:
        from matplotlib import rc_context  # noqa: PLC0415 (an extra, and slow to load)
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtraError("matplotlib", "report") from error
    with rc_context(_SETTINGS):
        figure = Figure(figsize=(width / 72, height / 72), dpi=72)
        axes = figure.add_axes((0, 0, 1, 1))
    axes.set_frame_on(False)
    axes.tick_params(length=0)
    return figure, axes


def as_inline(figure: "Figure", prefix: str, title: str) -> Markup:
    """Return the figure as an `<svg>` element that takes its colours from the page.

    Ids get `prefix`, so that several figures can share a page; `title` is what a screen reader
    says.
    """
    from matplotlib import rc_context  # noqa: PLC0415 (loaded by new_figure)

    stream = io.BytesIO()
    with rc_context(_SETTINGS), warnings.catch_warnings():
        # Letters that matplotlib's font lacks are drawn by the browser's.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None})
    root = fromstring(stream.getvalue())
    _slim(root)
    for element in root.iter():
        _adapt(element, prefix)
    for group in root.iter(f"{{{_SVG}}}g"):
        _hoist(group)
    for name in ("width", "height", "version"):
        root.attrib.pop(name, None)
    root.set("role", "img")
    root.set("aria-label", title)
    return Markup(tostring(root, encoding="unicode"))  # noqa: S704 (serialised, so escaped)


def _slim(root: Element) -> None:
    for child in list(root):
        if child.tag in (f"{{{_SVG}}}metadata",) or (
            child.tag == f"{{{_SVG}}}defs" and "*" in (child.findtext(f"{{{_SVG}}}style") or "")
        ):
            root.remove(child)


def _hoist(group: Element) -> None:
    # matplotlib repeats the style on every point of a collection.
    points = [child for child in group if child.tag == f"{{{_SVG}}}use"]
    styles = {point.get("style") for point in points}
    if len(points) > 1 and len(styles) == 1 and "style" not in group.attrib:
        group.set("style", styles.pop() or "")
        for point in points:
            point.attrib.pop("style", None)
            for axis in ("x", "y"):
                point.set(axis, f"{float(point.get(axis, 0)):.1f}")


def _adapt(element: Element, prefix: str) -> None:
    if "id" in element.attrib:
        element.set("id", f"{prefix}-{element.get('id')}")
    target = element.attrib.pop(_HREF, None)
    if target is not None:
        element.set("href", f"#{prefix}-{target.removeprefix('#')}")
    if "clip-path" in element.attrib:
        element.set("clip-path", element.attrib["clip-path"].replace("(#", f"(#{prefix}-"))
    style = element.get("style")
    if style is not None:
        style = re.sub(r"font: [^;]*", _font, style).replace("; ;", ";")
        for colour, role in _ROLES.items():
            style = style.replace(colour, f"var(--{role})")
        element.set("style", style)


def _font(match: re.Match[str]) -> str:
    size = re.search(r"[\d.]+px", match.group())
    return f"font-size: {size.group()}" if size else ""


def _surrogate(sign: str) -> bool:
    return "\ud800" <= sign <= "\udfff"
