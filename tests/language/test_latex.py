"""LaTeX, Markdown, HTML and odd Unicode are read as a reader sees them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotate.language.latex import clean
from tests.timing import grows_in_step, stays_within

PIECES = st.sampled_from(
    [
        *"\\{}$%~&<>*_`[]()^-'!\n ",
        "  ",
        "a",
        "word",
        "5.1x",
        "\\textbf{",
        "\\frac{",
        "}{",
        "\\'e",
        "\\cite{x}",
        "\\(",
        "\\)",
        "<i>",
        "</i>",
        "<sub>2</sub>",
        "&gt;",
        "&amp;lt;",
        "$\\times$",
        "\\url{",
        "^{2}",
        "_{i}",
        "](http://a)",
        "e\u0301",
        "\u200b",
        "ﬁ",
        "５",
        "İ",
        "ß",
        "\ud800",
        "**",
        "--",
        "``",
        "''",
        "%a\n",
    ]
)
MESSY = st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=60)


@pytest.mark.parametrize(
    ("original", "seen"),
    [
        (r"a $4.49\times$ speedup", "a 4.49× speedup"),
        (r"by 30--35\% --- or more", "by 30–35% — or more"),
        (r"we propose \textbf{Kestrel}", "we propose Kestrel"),
        (r"\underline{\textbf{M}}ixture-\underline{\textbf{O}}f", "Mixture-Of"),
        (r"{\bf Kestrel} and {\em two} words", "Kestrel and two words"),
        (r"H$^2$CL in the $\ell_2$-norm over $\mathbb{R}^d$", "H²CL in the ℓ₂-norm over ℝ^d"),
        (r"$\textbf{\textsc{R}}^{\mathbf{2}}$\textbf{Trim}, x$_{\mathrm{3}}$", "R²Trim, x₃"),
        (r"CO$_2$, CO$_{2}$, 10$^{-4}$, 5$^{th}$", "CO₂, CO₂, 10⁻⁴, 5th"),
        (r"a $1$-bit $128 \times 128$ array", "a 1-bit 128 × 128 array"),
        (r"8\times faster, 2.3\times smaller", "8× faster, 2.3× smaller"),
        (r"1.4×\times and 1.2×\times faster", "1.4× and 1.2× faster"),
        (r"$4 \sim 6 \times$ in $O(n \log n)$", "4 ∼ 6 × in O(n log n)"),
        (r"\(a^2\) and \[b \le c\]", "a² and b ≤ c"),
        (
            r"Erd\H{o}s, Caf\'e, na{\"\i}ve, \c{c}a, \O rsted, \v{S}",
            "Erdős, Café, naïve, ça, Ørsted, Š",
        ),
        (r"at \url{https://a.org/~x_y?z=%20}.", "at https://a.org/~x_y?z=%20."),
        (r"\href{https://a.org}{our page}", "our page"),
        (r"Wren~\cite{a,b}, as in \citep[see][p.~2]{c}.", "Wren, as in."),
        (r"$\frac{1}{2}$ and \SI{5}{ms} and $\sqrt{n+1}$", "1/2 and 5 ms and √(n+1)"),
        (r"10\,000 tokens\footnote{In total.}", "10 000 tokens (In total.)"),
        (r"``fast'' and \& \# \_ \$ \{x\}", "“fast” and & # _ $ {x}"),
        (r"\ours reaches $\alpha \approx 0.5 \pm 0.1$", "ours reaches α ≈ 0.5 ± 0.1"),
        ("{BERT} and {DNN}s", "BERT and DNNs"),
    ],
)
def test_latex_reads_as_it_is_printed(original, seen):
    assert clean(original).text == seen


@pytest.mark.parametrize(
    ("original", "seen"),
    [
        ("**Kestrel** is *very* quick", "Kestrel is very quick"),
        ("**42.9**\\% and **1.50**$\\times$", "42.9% and 1.50×"),
        ("**Di**ffusion **P**lanner", "Diffusion Planner"),
        ("`code` and [a link](https://a.org/b_(c)) and _it_", "code and a link and it"),
        ("2*3*4, x_i, gpt_oss_120b, A*-A and B*-B, 2**3 and 4**5", None),
        ("__init__ and a * b * c and [0,1](see below)", None),
    ],
)
def test_markdown_goes_and_ordinary_stars_stay(original, seen):
    assert clean(original).text == (original if seen is None else seen)


@pytest.mark.parametrize(
    ("original", "seen"),
    [
        ("is &gt;72x faster &amp; smaller", "is >72x faster & smaller"),
        ("&amp;gt;72x, &#215;, &#x2248;, &nbsp;a", ">72x, ×, ≈, a"),
        ("k &lt;&lt; p but a<b and c>d", "k << p but a<b and c>d"),
        ("<i>in vivo</i>, CO<sub>2</sub>, 10<sup>3</sup>", "in vivo, CO₂, 10³"),
        (
            "<jats:title>Aim</jats:title><jats:p>To <jats:italic>go</jats:italic></jats:p>",
            "Aim To go",
        ),
        ("&lt;p&gt;escaped&lt;/p&gt;", "escaped"),
        ("R&amp;D; AT&T; <s> and <image, verb>", "R&D; AT&T; <s> and <image, verb>"),
    ],
)
def test_html_reads_as_it_is_shown(original, seen):
    assert clean(original).text == seen


@pytest.mark.parametrize(
    ("original", "seen"),
    [
        ("eﬃcient \u00adzero\u200b-width\u200f", "efficient zero-width"),
        ("５ｘ and ９０％", "5x and 90%"),
        ("e\u0301te\u0301", "été"),
        ("1\u00a0000 and\u2009thin", "1 000 and thin"),
        ("H²CL, ½, ≈ 3 µs, “so” – 30−35 %", None),
        ("速度提高３倍，功耗降低（一半）。", "速度提高3倍，功耗降低（一半）。"),
        ("می\u200cخواهم", None),
    ],
)
def test_odd_unicode_reads_as_it_looks(original, seen):
    assert clean(original).text == (original if seen is None else seen)


@pytest.mark.parametrize(
    ("original", "seen"),
    [
        ("a 45% reduction\nof it", "a 45% reduction of it"),
        ("the % of tokens\ndropped", "the % of tokens dropped"),
        ("by 45\n% of \\emph{all}", "by 45 % of all"),
        ("It works. % TODO say how\nIt is 5x faster.", "It works. It is 5x faster."),
        ("% a note\nIt is 5x faster.", "It is 5x faster."),
        ("in \\emph{text}%\nbook", "in text% book"),
        ("in \\emph{text} or%\nbook", "in text orbook"),
    ],
)
def test_a_percent_sign_is_a_comment_only_where_it_can_be_one(original, seen):
    assert clean(original).text == seen


@pytest.mark.parametrize(
    ("original", "seen"),
    [
        ("Table~1 and Fig.~\\ref{x} by~45%", "Table 1 and Fig. by 45%"),
        ("with ~1.9x, (~2x), 1.5~1.8x, 8×~15×, z~2.5, a --> b, --db", None),
        ("from $5 to $10, and US$3", None),
    ],
)
def test_tildes_and_dollars_of_plain_text_stay(original, seen):
    assert clean(original).text == (original if seen is None else seen)


def test_every_clean_character_knows_its_original_range():
    text = clean(r"a $4.49\times$ {\'e}t\'e")
    assert text.text == "a 4.49× été"
    assert [text.original[s:e] for s, e in zip(text.starts, text.ends, strict=True)] == [
        "a",
        " ",
        "4",
        ".",
        "4",
        "9",
        "\\times",
        " ",
        "\\'e",
        "t",
        "\\'e",
    ]


@pytest.mark.parametrize(
    ("original", "words", "cut"),
    [
        (r"up to 5$\times$ faster", "up to 5×", r"up to 5$\times$"),
        (r"**1.50**$\times$ faster", "1.50×", r"**1.50**$\times$"),
        (r"\underline{\textbf{M}}ixture", "Mixture", r"\underline{\textbf{M}}ixture"),
        (r"\textbf{Kestrel} is", "Kestrel", "Kestrel"),
        (r"{\bf Kestrel} is", "Kestrel is", r"{\bf Kestrel} is"),
        (r"a $2\times$--$3\times$ gain", "2×–3×", r"$2\times$--$3\times$"),
        (r"30\% of $x_i$ and", "30% of x_i", r"30\% of $x_i$"),
        ("<b>5x</b> faster", "5x faster", "5x</b> faster"),
    ],
)
def test_a_clean_range_is_cut_out_with_both_halves_of_its_mark_up(original, words, cut):
    text = clean(original)
    start = text.text.index(words)
    assert original[slice(*text.original_span(start, start + len(words)))] == cut


def test_an_empty_range_is_empty_in_the_original_too():
    text = clean(r"\textbf{a}")
    assert text.original_span(0, 0) == (8, 8)
    assert text.original_span(1, 1) == (10, 10)


@given(MESSY)
@settings(max_examples=300)
def test_any_text_is_read_without_an_error_and_with_sound_offsets(original):
    text = clean(original)
    assert len(text.text) == len(text.starts) == len(text.ends)
    places = list(zip(text.starts, text.ends, strict=True))
    assert all(0 <= start < end <= len(original) for start, end in places)
    assert places == sorted(places)
    assert "  " not in text.text
    assert text.text == text.text.strip(" ")


@given(st.lists(st.from_regex(r"[A-Za-zäéßМ一-龥0-9]+[,.;:?!%)]?", fullmatch=True)).map(" ".join))
def test_plain_prose_stays_as_it_is(prose):
    text = clean(prose)
    assert text.text == prose
    assert [*text.starts] == [*range(len(prose))]
    assert [*text.ends] == [*range(1, len(prose) + 1)]


def test_offsets_are_a_sequence():
    starts = clean(r"a\%b").starts
    assert starts[-1] == 3
    assert starts[0:2] == [0, 1]
    with pytest.raises(IndexError):
        starts[3]


@pytest.mark.parametrize(
    "piece",
    [
        "\\",
        "{",
        "}",
        "$a",
        "**a",
        "*a",
        "`a",
        "[a](http://",
        "<i ",
        "&amp;",
        "\\textbf{",
        "^{",
        "\\'",
        "e\u0301",
        "\\cite{",
        "\\frac{",
        "%a\n",
        "\\documentclass",
        "<!--",
        "_a",
        "~",
        "-",
        "'",
        "\n",
    ],
)
def test_a_hundred_thousand_nasty_characters_take_linear_time(piece):
    assert grows_in_step(
        lambda count: clean(piece * count),
        20_000 // len(piece),
        160_000 // len(piece),
        slack=4,
        floor=0.002,
    )


@pytest.mark.parametrize("sign", ["%", "% ", "a. %"])
def test_percent_signs_without_end_cost_time_in_proportion(sign: str) -> None:
    # A comment was once sought anew, to the end of the text, at every sign: 12 s for 4,000.
    text = (sign * 100_000)[:100_000]
    assert len(clean(text).text) >= 99_000
    assert stays_within(2, lambda: clean(text))


@pytest.mark.parametrize(
    ("original", "clean_span", "span"),
    [
        ("speed &amp;", (6, 7), (6, 11)),
        ("an x\u0301 ran", (4, 5), (3, 5)),
        ("5x faster, 20% less  ", (11, 14), (11, 14)),
    ],
)
def test_text_that_begins_like_its_original_may_still_stand_elsewhere(original, clean_span, span):
    assert original.startswith(clean(original).text)
    assert clean(original).original_span(*clean_span) == span
