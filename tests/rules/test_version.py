"""Work of a version of the rules is not done again, so the version tells readings apart."""

import hashlib
import json

from annotate import rules
from annotate.facts import Paper
from annotate.language.quantities import parse_quantity
from annotate.readers import open_sources
from annotate.runner.offline import rules_info
from tests.conftest import LISTS

READ_BY = {10: "7c2c743827316a51"}
"""The version, and the digest of what it reads in the 37 seed abstracts."""


def _seeds() -> list[Paper]:
    return [one for source in open_sources(LISTS) for one in source if isinstance(one, Paper)]


def _facts() -> list[object]:
    out: list[object] = []
    for paper in _seeds():
        found = rules.read(paper)
        numbers = [(claim, parse_quantity(claim.value)) for claim in found.claims]
        out.append(
            [
                found.method_name,
                found.contribution,
                found.task,
                sorted((one.name, one.role) for one in found.hardware),
                [
                    (one.metric, q.low, q.high, q.unit, one.attribution)
                    for one, q in numbers
                    if q is not None
                ],
            ]
        )
    return out


def test_a_reading_that_changed_has_a_new_version():
    digest = hashlib.sha256(json.dumps(_facts()).encode()).hexdigest()[:16]
    assert {rules.VERSION: digest} == READ_BY, (
        "The rules read other facts in the seed abstracts than this version did: raise "
        "annotate.rules.VERSION and store the new digest here."
    )


def test_the_version_is_part_of_what_makes_offline_work_finished():
    assert rules_info().params == {"version": rules.VERSION}
