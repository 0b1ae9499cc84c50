"""The review in a terminal: the abstract with its evidence, one key for each verdict."""

import re
from collections.abc import Callable, Mapping
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Header, Input, Label, Static

from annotate.errors import UsageError
from annotate.language.cells import visible
from annotate.language.highlight import Kind
from annotate.review.desk import REASONS, Desk
from annotate.review.verdicts import CORRECTABLE

__all__ = ["ReviewApp"]

_SHOWN = (*CORRECTABLE[:2], "factor", *CORRECTABLE[2:], "evidence", "support", "status")
_STYLES = {
    Kind.NONE: "",
    Kind.MODEL: "black on cyan",
    Kind.RULES: "black on yellow",
    Kind.BOTH: "black on green",
}
_MORE = "more, with ; between them"
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")

Fields = dict[str, str | None]
Use = Callable[[Fields], None]
Step = Callable[[], None]


class FieldsScreen(ModalScreen[None]):
    """Ask for some fields; Enter takes them, Escape leaves everything as it was.

    What `use` refuses stays to be mended.
    """

    AUTO_FOCUS = "Input"

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
                yield Label(Text(_safe(name or _MORE)))
                yield Input("" if value is None else visible(str(value)), id=f"field-{number}")

    def on_input_submitted(self) -> None:
        self.action_take()

    def action_take(self) -> None:
        taken: Fields = {}
        for number, (name, value) in enumerate(self._fields.items()):
            now = self.query_one(f"#field-{number}", Input).value
            # An untouched field keeps what is stored, not the signs that stand for it here.
            if now != ("" if value is None else visible(str(value))):
                taken[name] = now
        try:
            self._use(taken)
        except UsageError as error:
            self.notify(_plain(error), severity="error")
        else:
            self.dismiss(None)

    def action_leave(self) -> None:
        self.dismiss(None)


class ReviewApp(App[None]):
    """Review by keyboard; see `annotate review --help`."""

    TITLE = "annotate review"
    CSS = """
    #abstract { width: 3fr; padding: 1 2; }
    #side { width: 2fr; padding: 1 2; border-left: solid $primary; }
    #status { height: auto; padding: 0 2; background: $panel; }
    #form { width: 80%; height: auto; max-height: 90%; padding: 1 2; background: $surface;
            border: thick $primary; }
    FieldsScreen { align: center middle; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "judge('accept')", "Accept"),
        Binding("r", "judge('reject')", "Reject"),
        Binding("c", "correct", "Correct"),
        Binding("n", "add", "New claim"),
        Binding("m", "name('method')", "Method"),
        Binding("t", "name('task')", "Task"),
        Binding("h", "hardware", "Hardware"),
        Binding("s,space", "skip", "Skip"),
        Binding("u", "undo", "Undo"),
        Binding("f", "filter", "Filter"),
        Binding("q", "quit", "Quit"),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk

    def compose(self) -> ComposeResult:
        yield Header()
        with Horizontal():
            with VerticalScroll(id="abstract"):
                yield Static(id="text")
            with VerticalScroll(id="side"):
                yield Static(id="fields")
        yield Static(id="status")
        yield Footer()

    def on_mount(self) -> None:
        self._show()

    def action_judge(self, verdict: str) -> None:
        self._do(lambda: self._desk.judge(verdict))

    def action_skip(self) -> None:
        self._do(self._desk.advance)

    def action_undo(self) -> None:
        if not self._desk.undo():
            self.notify("nothing to undo in this sitting", severity="warning")
        self._show()

    def action_filter(self) -> None:
        order = [None, *REASONS]
        self._desk.choose(order[(order.index(self._desk.reason) + 1) % len(order)])
        self._show()

    def action_correct(self) -> None:
        row = self._desk.row
        if row is not None:
            self._ask("Correct this claim", {n: row[n] for n in CORRECTABLE}, self._desk.correct)

    def action_add(self) -> None:
        if self._desk.facts is not None:
            self._ask("Add a claim", dict.fromkeys(CORRECTABLE), self._desk.add)

    def action_name(self, target: str) -> None:
        facts = self._desk.facts
        if facts is not None:
            before = None if facts.row is None else facts.row.get(target)
            self._ask(
                f"What is the {target}? Empty for none",
                {target: before},
                lambda taken: self._desk.name(target, str(taken.get(target, before) or "")),
            )

    def action_hardware(self) -> None:
        if self._desk.facts is None:
            return
        before = self._desk.hardware()
        self._ask(
            "Hardware: Enter accepts, an emptied name rejects",
            {**before, "": ""},
            lambda taken: self._desk.equip(before | {k: v or "" for k, v in taken.items()}),
        )

    def _ask(self, title: str, fields: Mapping[str, object], use: Use) -> None:
        self.push_screen(FieldsScreen(title, fields, use), lambda _: self._show())

    def _do(self, step: Step) -> None:
        try:
            step()
        except UsageError as error:
            self.notify(_plain(error), severity="error")
        self._show()

    def _show(self) -> None:
        self.query_one("#text", Static).update(self._abstract())
        self.query_one("#fields", Static).update(self._fields())
        self.query_one("#status", Static).update(self._status())

    def _abstract(self) -> Text:
        facts = self._desk.facts
        if facts is None:
            return Text("Nothing is waiting for review. Press f for another queue, q to quit.")
        text = Text(_safe(facts.paper.title or facts.paper.source or facts.paper.id), style="bold")
        text.append("\n\n")
        for piece in self._desk.pieces():
            style = _STYLES[piece.kind]
            if self._desk.claim_id in piece.claim_ids:
                style = f"{style} bold underline"
            text.append(_safe(piece.text), style=style)
        return text

    def _fields(self) -> RenderableType:
        row, facts = self._desk.row, self._desk.facts
        if row is None or facts is None:
            return Text()
        fields = Grid.grid(padding=(0, 2))
        fields.add_column(style="dim", justify="right", no_wrap=True)
        fields.add_column(overflow="fold")
        for name in ("method", "task", "hardware"):
            fields.add_row(name, Text(_safe(row[name])))
        fields.add_row()
        for name in _SHOWN:
            fields.add_row(name, Text(_safe(row[name])))
        said = [
            Text(f"{x.created_at}  {_safe(x.reviewer)}: {x.verdict} {x.target}")
            for x in facts.labels[:8]
        ]
        return Group(fields, Text("\nlabels" if said else "", style="bold"), *said)

    def _status(self) -> Text:
        reviewed, total = self._desk.progress()
        waits = ", ".join(f"{n} {reason}" for reason, n in self._desk.waiting().items() if n)
        text = Text(f"{reviewed} of {total} reviewed · waiting: {waits or 'none'}")
        text.append(f" · queue: {self._desk.reason or 'all'} · {_safe(self._desk.reviewer)}   ")
        for kind, words in ((Kind.MODEL, "reading"), (Kind.RULES, "rules"), (Kind.BOTH, "both")):
            text.append(f" {words} ", style=_STYLES[kind])
        return text


def _plain(error: UsageError) -> str:
    return _safe(error).replace("[", "\\[")


def _safe(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:g}"
    return _BIDI.sub("\ufffd", visible(str(value)))
