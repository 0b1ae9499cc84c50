"""A form at the foot of the terminal, under the abstract that its answers are copied from."""

import re
from collections.abc import Callable, Mapping
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label

from annotate.errors import AnnotateError
from annotate.language.cells import visible

__all__ = ["FieldsScreen", "Taken", "safe"]

Taken = dict[str, str | None]
Use = Callable[[Taken], None]

_MORE = "more, with ;"
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def safe(value: object, most: int | None = None) -> str:
    """Return what a terminal may show of a value: nothing in it is obeyed, "–" stands for none.

    What is longer than `most` code points ends in "…".
    """
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:g}"
    text = str(value)
    if most is not None and len(text) > most:
        text = text[: most - 1] + "…"
    return _BIDI.sub("\ufffd", visible(text))


class FieldsScreen(ModalScreen[None]):
    """Ask for some fields; Enter takes them, Escape leaves everything as it was.

    What `use` refuses stays to be mended.
    """

    AUTO_FOCUS = "Input"
    CSS = """
    FieldsScreen { align: center bottom; background: $background 0%; }
    #form { height: auto; max-height: 60%; padding: 0 2; background: $surface;
            border-top: thick $primary; }
    #form Horizontal { height: 1; }
    #form .name { width: 16; color: $text-muted; }
    #form Input { width: 1fr; height: 1; border: none; padding: 0 1; background: $boost; }
    #form Input:focus { background: $primary 30%; }
    #refusal { width: 1fr; color: $text-error; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave it", priority=True),
        Binding("ctrl+s", "take", "Take it", priority=True),
    ]

    def __init__(self, title: str, fields: Mapping[str, object], use: Use) -> None:
        super().__init__()
        self._title, self._fields, self._use = title, fields, use

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="form"):
            yield Label(f"{self._title} · Enter takes it, Tab moves on, Escape leaves")
            for number, (name, value) in enumerate(self._fields.items()):
                with Horizontal():
                    yield Label(Text(safe(name or _MORE)), classes="name")
                    yield Input(_typed(value), id=f"field-{number}")
            yield Label("", id="refusal")

    def on_input_submitted(self) -> None:
        self.action_take()

    def action_take(self) -> None:
        taken: Taken = {}
        for number, (name, value) in enumerate(self._fields.items()):
            now = self.query_one(f"#field-{number}", Input).value
            # An untouched field keeps what is stored, not the signs that stand for it here.
            if now != _typed(value):
                taken[name] = now
        try:
            self._use(taken)
        except AnnotateError as error:
            self.query_one("#refusal", Label).update(Text(safe(error)))
        else:
            self.dismiss(None)

    def action_leave(self) -> None:
        self.dismiss(None)


def _typed(value: object) -> str:
    return "" if value is None else visible(str(value))
