"""Words that name no baseline and no setting of a number."""

__all__ = ["NOWHERE", "NO_BASELINE", "NO_PLACES", "NO_SETTING"]

NO_SETTING = frozenset(
    "this that these those it which example instance time first contrast addition particular "
    "average total practice fact reality effect principle theory summary turn general no "
    "negligible minimal little only less fewer comparable almost identical equal same similar "
    "each every all".split()
)
"""With these a phrase begins that sets nothing."""

NOWHERE = frozenset(
    "experiment experiments literature evaluation evaluations tests everything everyone results "
    "paper work study simulations".split()
)
"""Where a number was got, without saying for what."""

NO_PLACES = NOWHERE | frozenset(
    "the our a all these several various extensive many existing current published numerical "
    "recent comprehensive thorough preliminary empirical real prior related of and".split()
)
"""With only such words, no model, data set or regime is named."""

NO_BASELINE = frozenset(
    "speedup speedups speed-up speed-ups speed loss losses gain gains reduction reductions saving "
    "savings improvement improvements increase decrease drop degradation acceleration overhead "
    "cost accuracy quality".split()
)
"""Nouns that name what changes, not what is compared with."""
