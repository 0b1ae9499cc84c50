"""The review in a terminal: the abstract with its evidence, one key for each verdict."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Header, Static

from annotate.errors import AnnotateError
from annotate.language.highlight import Kind
from annotate.review.desk import Desk
from annotate.review.forms import FieldsScreen, Taken, safe
from annotate.review.sitting import Sitting

__all__ = ["ReviewApp"]

_STYLES = {
    Kind.NONE: "",
    Kind.MODEL: "black on cyan",
    Kind.RULES: "black on yellow",
    Kind.BOTH: "black on green",
}
_LEGEND = {Kind.MODEL: "reading", Kind.RULES: "rules", Kind.BOTH: "both"}
_LONGEST = 1_000
_OF_CLAIMS = frozenset({"add", "name", "hardware"})


class ReviewApp(App[None]):
    """Review by keyboard; see `annotate review --help`."""

    TITLE = "annotate review"
    CSS = """
    #abstract { width: 3fr; padding: 1 2; }
    #side { width: 2fr; padding: 1 2; border-left: solid $primary; }
    #status { height: auto; padding: 0 2; background: $panel; }
    """
    ENABLE_COMMAND_PALETTE = False
    # A narrow terminal cuts the list of keys at its end.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "judge('accept')", "Accept"),
        Binding("r", "judge('reject')", "Reject"),
        Binding("c", "correct", "Correct"),
        Binding("s,space", "skip", "Skip"),
        Binding("u", "undo", "Undo"),
        Binding("f", "filter", "Queue"),
        Binding("q", "quit", "Quit"),
        Binding("n", "add", "New claim"),
        Binding("m", "name('method')", "Method"),
        Binding("t", "name('task')", "Task"),
        Binding("h", "hardware", "Hardware"),
    ]

    def __init__(self, desk: Sitting) -> None:
        super().__init__()
        self._desk = desk
        self._claims = desk if isinstance(desk, Desk) else None
        self.sub_title = safe(desk.table)

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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Leave out the keys for what only claims have."""
        return self._claims is not None or action not in _OF_CLAIMS

    def action_judge(self, verdict: str) -> None:
        self._do(lambda: self._desk.judge(verdict))

    def action_skip(self) -> None:
        self._do(self._desk.advance)

    def action_undo(self) -> None:
        self._do(self._undo)

    def _undo(self) -> None:
        if not self._desk.undo():
            self.notify("nothing to undo in this sitting", severity="warning")

    def action_filter(self) -> None:
        order = [None, *self._desk.reasons]
        following = order[(order.index(self._desk.reason) + 1) % len(order)]
        self._do(lambda: self._desk.choose(following))

    def action_correct(self) -> None:
        fields = self._desk.correctable()
        if fields is not None:
            self._ask("Correct", fields, self._desk.correct)

    def action_add(self) -> None:
        desk = self._claims
        if desk is not None and desk.facts is not None:
            self._ask("Add a claim", dict.fromkeys(desk.correctable() or ()), desk.add)

    def action_name(self, target: str) -> None:
        desk = self._claims
        if desk is not None and desk.facts is not None:
            before = None if desk.facts.row is None else desk.facts.row.get(target)
            self._ask(
                f"What is the {target}? Empty for none",
                {target: before},
                lambda taken: desk.name(target, str(taken.get(target, before) or "")),
            )

    def action_hardware(self) -> None:
        desk = self._claims
        if desk is None or desk.facts is None:
            return
        before = desk.hardware()
        self._ask(
            "Hardware: Enter accepts, an emptied name rejects",
            {**before, "": ""},
            lambda taken: desk.equip(before | {k: v or "" for k, v in taken.items()}),
        )

    def _ask(self, title: str, fields: Mapping[str, object], use: Callable[[Taken], None]) -> None:
        self.push_screen(FieldsScreen(title, fields, use), lambda _: self._show())

    def _do(self, step: Callable[[], None]) -> None:
        try:
            step()
        except AnnotateError as error:
            self.notify(safe(error), severity="error", markup=False)
        self._show()

    def _show(self) -> None:
        self.query_one("#text", Static).update(self._abstract())
        self.query_one("#fields", Static).update(self._fields())
        self.query_one("#status", Static).update(self._status())

    def _abstract(self) -> Text:
        paper = self._desk.paper
        if paper is None:
            return Text("Nothing is waiting for review. Press f for another queue, q to quit.")
        text = Text(safe(paper.title or paper.source or paper.id, _LONGEST), style="bold")
        text.append("\n\n")
        pieces = self._desk.pieces()
        for piece in pieces:
            style = _STYLES[piece.kind]
            if self._desk.here in piece.claim_ids:
                style = f"{style} bold underline"
            text.append(safe(piece.text), style=style)
        text.append("\n\n")
        for kind, words in _LEGEND.items():
            if any(piece.kind is kind for piece in pieces):
                text.append(f" {words} ", style=_STYLES[kind]).append(" ")
        return text

    def _fields(self) -> RenderableType:
        fields = Grid.grid(padding=(0, 2))
        fields.add_column(style="dim", justify="right", no_wrap=True)
        fields.add_column(overflow="fold")
        for at, group in enumerate(self._desk.shown()):
            if at:
                fields.add_row()
            for name, value in group.items():
                fields.add_row(Text(safe(name)), Text(safe(value, _LONGEST)))
        said = [
            Text(f"{safe(x.created_at)}  {safe(x.reviewer)}: {_verdict(x.verdict, x.target)}")
            for x in self._desk.history()[:8]
        ]
        return Group(fields, Text("\nlabels" if said else "", style="bold"), *said)

    def _status(self) -> Text:
        reviewed, total = self._desk.progress()
        waits = ", ".join(f"{n} {reason}" for reason, n in self._desk.waiting().items() if n)
        return Text(
            f"{reviewed} of {total} reviewed · waiting: {waits or 'none'}"
            f" · queue: {self._desk.reason or 'all'} · {safe(self._desk.reviewer)}"
        )


def _verdict(verdict: str, target: str) -> str:
    # A label on a row of one's own has the paper as its target.
    return safe(verdict if target == "paper" else f"{verdict} {target}")
