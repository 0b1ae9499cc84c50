"""The side that asks makes second readings while the scribe is behind."""

import pickle

from annotate.facts import Paper, paper_id
from annotate.prompt import load_prompt
from annotate.runner.helping import Helper
from annotate.runner.judging import Judge
from annotate.runner.wire import Reply
from annotate.schema import Annotation

ABSTRACT = (
    "We propose Zorvex, a pruner of hedges. Zorvex is 3.2x faster than Floxgrad on an A100 GPU."
)
PAPER = Paper(id=paper_id(ABSTRACT), abstract=ABSTRACT)
ANSWER = Annotation.model_validate(
    {"method_name": "Zorvex", "method_full_name": None, "contribution": "method",
     "task": "pruner of hedges", "hardware": [],
     "claims": [{"metric": "speedup", "value": "3.2x", "quote": "Zorvex is 3.2x faster",
                 "attribution": "own", "baseline": None, "setting": None, "device": None}]}
)  # fmt: skip
REPLY = Reply(PAPER.id, ANSWER.model_dump_json())


def test_it_reads_only_when_many_answers_wait() -> None:
    helper = Helper.of(load_prompt("claims"), 64)
    assert helper.lend(PAPER, REPLY, helper.behind - 1) is REPLY
    lent = helper.lend(PAPER, REPLY, helper.behind)
    assert lent.second is not None
    assert [claim.value for claim in lent.second.claims] == ["3.2x"]


def test_a_paper_that_is_left_is_not_read() -> None:
    left = Reply(PAPER.id, None, left=True)
    assert Helper(0, wanted=True).lend(PAPER, left, 99) is left


def test_whoever_reads_the_verdict_is_the_same() -> None:
    judge = Judge(load_prompt("claims"))
    lent = pickle.loads(pickle.dumps(Helper(0, wanted=True).lend(PAPER, REPLY, 0)))
    assert lent.second is not None
    assert judge(PAPER, lent) == judge(PAPER, REPLY)
    assert judge(PAPER, lent).checked.claims[0].support == "verified"


def test_another_schema_has_no_second_reading() -> None:
    assert Helper(0, wanted=False).lend(PAPER, REPLY, 99) is REPLY
