"""Evidence is cut into pieces that join to the abstract again, whatever overlaps."""

from hypothesis import given
from hypothesis import strategies as st

from annotate.language.highlight import EvidenceSpan, Kind, Segment, segments


def model(start: int | None, end: int | None, claim_id: int = 1) -> EvidenceSpan:
    return EvidenceSpan(start, end, Kind.MODEL, claim_id)


def rules(start: int | None, end: int | None) -> EvidenceSpan:
    return EvidenceSpan(start, end, Kind.RULES)


def test_an_abstract_without_evidence_is_one_piece():
    assert segments("plain", []) == [Segment("plain", (), Kind.NONE)]


def test_an_empty_abstract_has_no_pieces():
    assert segments("", [model(0, 3)]) == []


def test_overlapping_evidence_of_both_readings_is_marked_as_both_where_it_overlaps():
    assert segments("abcdef", [model(0, 4), rules(2, 6)]) == [
        Segment("ab", (1,), Kind.MODEL),
        Segment("cd", (1,), Kind.BOTH),
        Segment("ef", (), Kind.RULES),
    ]


def test_nested_claims_name_each_other_in_the_shared_words():
    pieces = segments("abcdef", [model(0, 6, 7), model(2, 3, 5)])
    assert [piece.claim_ids for piece in pieces] == [(7,), (5, 7), (7,)]


def test_equal_spans_of_two_claims_both_stay():
    assert segments("abc", [model(0, 3, 2), model(0, 3, 9)]) == [Segment("abc", (2, 9), Kind.MODEL)]


def test_evidence_without_offsets_or_outside_the_abstract_marks_nothing():
    spans = [model(None, None), model(9, 12), model(2, 2), model(3, 1), model(None, 2)]
    assert segments("abc", spans) == [Segment("abc", (), Kind.NONE)]


def test_offsets_count_code_points_beyond_the_basic_plane():
    assert segments("😀 3x 😀", [model(2, 4)])[1] == Segment("3x", (1,), Kind.MODEL)


offset = st.none() | st.integers(-3, 60)


@given(
    st.text(max_size=50),
    st.lists(
        st.builds(
            EvidenceSpan,
            offset,
            offset,
            st.sampled_from([Kind.MODEL, Kind.RULES]),
            st.integers(1, 4),
        ),
        max_size=8,
    ),
)
def test_pieces_join_to_the_abstract_and_carry_exactly_the_spans_over_them(abstract, spans):
    pieces = segments(abstract, spans)
    assert "".join(piece.text for piece in pieces) == abstract
    at = 0
    for piece in pieces:
        assert piece.text
        over = [s for s in spans if s.start is not None and s.end is not None]
        over = [s for s in over if s.start <= at < s.end]
        assert piece.claim_ids == tuple(sorted({s.claim_id for s in over}))
        at += len(piece.text)
