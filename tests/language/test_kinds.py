from annotate.language import kinds
from annotate.language.lexicon import Kind


def test_every_kind_is_a_constant():
    assert {one: getattr(kinds, one.name) for one in Kind} == {one: one for one in Kind}
