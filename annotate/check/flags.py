"""The remarks that a check leaves on a fact; a remark never drops the fact."""

from enum import StrEnum

__all__ = ["UNPROVEN", "Flag"]


class Flag(StrEnum):
    """A remark, written into the columns `claims.flags` and `annotations.flags`."""

    LEAKED = "leaked"
    """It stands in the prompt's examples and not in the abstract."""

    HALLUCINATED_NUMBER = "hallucinated-number"
    """The number doesn't stand in the quote, or is part of another number there."""

    NO_NUMBER = "no-number"
    """The value holds no number that can be read."""

    WRONG_SIDE = "wrong-side"
    """The number belongs to what the result is compared with: 4.24 of "from 4.24× to 5.19×"."""

    DUPLICATE = "duplicate"
    """Another claim of the same paper says the same of the same words; the views show that one."""

    PRIOR = "prior"
    """It is background or somebody else's result."""

    INJECTION = "injection"
    """The abstract speaks to the model; on a claim: its quote or number comes from there."""

    DISAGREE = "disagree"
    """The rules read the paper and found no such claim in these words."""

    QUALITY_METRIC = "quality-metric"
    """The number is of accuracy, error or another quality, not of a resource."""

    SETTING_NOT_CLAIM = "setting-not-claim"
    """The number is a condition ("at 50 % sparsity", "2-bit") or denied, not a result."""

    OVERHEAD = "overhead"
    """The number says how much more is used or how much slower it is."""

    BAD_METRIC = "bad-metric"
    """The words around the number speak of another resource than the metric given."""

    BASELINE_MISSING = "baseline-missing"
    """The baseline stands nowhere in the abstract or title."""

    DEVICE_MISSING = "device-missing"
    """The device stands nowhere in the abstract or title."""

    DEVICE_UNKNOWN = "device-unknown"
    """The device given is no hardware that is known or listed by the answer; it is left out."""

    SETTING_MISSING = "setting-missing"
    """Some word of the setting stands nowhere in the abstract or title."""

    OTHER_BOUND = "other-bound"
    """The value hedges otherwise than the abstract ("at least 4×" of "up to 4×")."""

    METHOD_MISSING = "method-missing"
    """The method's name stands nowhere in the abstract or title."""

    METHOD_DESCRIBED = "method-described"
    """The method given is a description ("a new approach", "our method"), which names nothing."""

    TASK_MISSING = "task-missing"
    """The words for the task stand nowhere in the abstract or title."""


UNPROVEN = frozenset(
    {
        Flag.LEAKED,
        Flag.HALLUCINATED_NUMBER,
        Flag.NO_NUMBER,
        Flag.WRONG_SIDE,
        Flag.INJECTION,
        Flag.BASELINE_MISSING,
        Flag.DEVICE_MISSING,
        Flag.SETTING_MISSING,
        Flag.OTHER_BOUND,
    }
)
"""Remarks with which a claim is never verified, whatever the rules say."""
