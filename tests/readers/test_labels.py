import pytest

from annotate.readers.labels import label_of


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("Abstract: We show", ("abstract", "We show")),
        ("**Abstract:** We show", ("abstract", "We show")),
        ("**Abstract**: **Bold** shows", ("abstract", "**Bold** shows")),
        ("*Abstract* — We show", ("abstract", "We show")),
        ("Abstract—We show", ("abstract", "We show")),
        ("Abstract - We show", ("abstract", "We show")),
        ("Abstract. We show", ("abstract", "We show")),
        ("ABSTRACT We show", ("abstract", "We show")),
        ("ABSTRACT", ("abstract", "")),
        ("***Abstract***", ("abstract", "")),
        ("摘要：我们", ("abstract", "我们")),
        ("- **Authors:** A, B", ("authors", "A, B")),
        ("Titel: X", ("title", "X")),
        ("TL;DR: short", ("", "short")),
        ("Main category: cs.CL", ("", "cs.CL")),
        ("Link: https://x.org", ("url", "https://x.org")),
    ],
)
def test_labels_are_known_in_many_dresses(line: str, label: tuple[str, str]) -> None:
    assert label_of(line) == label


@pytest.mark.parametrize(
    "line",
    [
        "Abstract reasoning is hard.",
        "We show: this is fast.",
        "**KnowBias**: a method",
        "Summary of results: we win",
        "https://x.org",
        "10:30 is the time.",
        "",
    ],
)
def test_other_lines_have_no_label(line: str) -> None:
    assert label_of(line) is None
