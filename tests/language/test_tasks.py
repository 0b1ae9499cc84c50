"""The problem that a paper is about."""

import pytest

from annotate.language.noun_phrases import noun_phrases
from annotate.language.prose import prose
from annotate.language.task_places import placed_phrases
from annotate.language.tasks import find_task
from tests.timing import grows_in_step


def task(text: str, title: str | None = None, method: str | None = None) -> str | None:
    found = find_task(text, title, method)
    return None if found is None else found.text.lower()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Bird song segmentation is hard. We propose a network for bird song segmentation.",
            "bird song segmentation",
        ),
        (
            "Existing lip reading methods need labels. We propose a lip reading framework.",
            "lip reading",
        ),
        (
            "We study the problem of online seat allocation under uncertainty.",
            "online seat allocation",
        ),
        (
            "Glacier forecasting (GF) matters. We present a model that needs no radar.",
            "glacier forecasting",
        ),
    ],
)
def test_the_task_is_found_without_a_title(text, expected):
    assert task(text) == expected


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        (
            "MossNet: A Fast Network for Lichen Classification",
            "We propose MossNet, a network for lichen classification on rocks.",
            "lichen classification",
        ),
        (
            "Breaking Down Barriers in Moss Recognition: Insights and Solutions",
            "Power consumption matters in on-device moss recognition. Power consumption depends on "
            "memory. We propose principles that lower the power consumption of moss recognition.",
            "on-device moss recognition",
        ),
        (
            "Moss Models within the FOLD Benchmark",
            "We expand upon the FOLD benchmark for evaluating moss fitness prediction models. The "
            "FOLD benchmark is small, and the FOLD benchmark is scarce in data. We test models.",
            "moss fitness prediction",
        ),
        (
            "Mossbait Detection with Folded Titles",
            "Mossbait is a lure in headlines. Mossbait wastes time. We propose a network that "
            "finds mossbait, since mossbait spreads. Mossbait is found by style.",
            "mossbait detection",
        ),
        (
            "Efficient Tide Prediction via Folded Attention",
            "Tides matter to ports. We propose folded attention for tide prediction.",
            "tide prediction",
        ),
        (
            "A Slope-Aware Folding Framework with Shared Knots for Fast Rope Untangling",
            "Robots tangle ropes. We propose Knotty, which hastens rope untangling. We first "
            "introduce slope-aware folding, which bends ropes. Slope-aware folding adapts.",
            "rope untangling",
        ),
        (
            "Towards Efficient Bird Counting: A Ring Merging Approach",
            "Bird counting needs patience. We propose a ring merging method for it.",
            "bird counting",
        ),
        (
            "Petal: A Cache Placement Architecture for MossLM-V2.1",
            "MossLM-V2.1 is a model. MossLM-V2.1 has a cache. We propose Petal, a design for "
            "MossLM-V2.1, for cache placement.",
            "cache placement",
        ),
        (
            "A Survey of Handwriting Recognition",
            "Handwriting recognition has a long history. This survey reviews it.",
            "handwriting recognition",
        ),
    ],
)
def test_the_title_says_what_the_task_is(title, text, expected):
    assert task(text, title, "MossNet") == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("shuffling the cards", ["cards"]),
        ("harbours routinely colocate cranes", ["harbours", "cranes"]),
        ("limitations of paper charts", ["limitations", "paper charts"]),
        ("human pose lifting poses riddles", ["human pose lifting", "riddles"]),
        ("near-optimal learning of card games", ["learning of card games"]),
        ("energy used to train notable parrots", ["energy", "notable parrots"]),
        ("tide machine layout supporting paper tables", ["tide machine layout", "paper tables"]),
        ("large language model serving", ["large language model serving"]),
        ("large language models", ["language models"]),
        ("memory efficient tide serving", ["tide serving"]),
        ("the advancement of tide tables", ["advancement", "tide tables"]),
        ("to craft paper charts", ["paper charts"]),
    ],
)
def test_verbs_adverbs_and_empty_heads_are_no_part_of_a_phrase(words, expected):
    assert [one.text for one in noun_phrases(words, 0, len(words))] == expected


def test_the_method_and_what_it_stands_for_are_not_the_task():
    title = "CBA: Careful Batch Annealing for Speech Synthesis"
    text = "We propose Careful Batch Annealing (CBA) for speech synthesis. CBA is quick."
    assert task(text, title, "CBA") == "speech synthesis"


def test_a_word_that_the_name_shares_with_the_title_still_counts():
    title = "Moss-MoE: Shared Root Gating for Fast MoE Inference"
    text = (
        "Mixtures of experts (MoE) are large. Shared root gating is known. We propose Moss-MoE, a "
        "system for MoE inference."
    )
    assert task(text, title, "Moss-MoE") == "moe inference"


def test_offsets_hold_the_phrase_or_are_none():
    text = "We propose a network for lichen classification."
    found = find_task(text, None)
    assert found is not None
    assert text[found.start : found.end] == found.text
    only_title = find_task("Nothing here.", "On Lichen Classification")
    assert only_title is not None
    assert (only_title.text, only_title.start) == ("Lichen Classification", None)


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        (
            "A Survey of Moss Archives: From Paper Cards to Cold Storage",
            "Paper cards are old. Many works exist. We sort them along two axes.",
            "moss archives",
        ),
        (
            "Tide Forecasting Beyond Newton: Lessons",
            "Newton stands at the start. We ask what else helps.",
            "tide forecasting",
        ),
        (
            "Estimating Ferry Loads on the A100 from Ticket Data",
            "The A100 is a road. We look at tickets for the A100 and its ramps.",
            "estimating ferry loads",
        ),
        (
            "Paper-free Filing of Old Moss Samples with Tape",
            "Old moss is kept in museums, but space is rare. We describe a protocol.",
            "paper-free filing of old moss samples",
        ),
        (
            "MossMul: Composing Units for Moss Sorting on Versal ACAP Architecture",
            "Moss sorting is a common kernel. We deploy it on a Versal ACAP board.",
            "moss sorting",
        ),
        (
            "MossPose: Rays for 2D to 3D Moss Lifting",
            "Shapes of moss stay hard to see. We propose MossPose, which casts rays.",
            "2d-to-3d moss lifting",
        ),
        (
            "Position: Moss Should Be Priced by Weight",
            "Moss prices follow area. We argue that the pricing of moss should follow weight.",
            "moss",
        ),
    ],
)
def test_titles_of_surveys_and_studies_name_the_task(title, text, expected):
    assert task(text, title).lower() == expected


def test_the_field_of_existing_methods_is_the_task():
    text = (
        "Models are large. Existing early exit methods rely on confidence. "
        "We look at trajectories. Early exit gets simple."
    )
    assert task(text) == "early exit"


def test_a_noun_phrase_loses_praise_and_class_nouns():
    text = "a novel efficient river segmentation framework is proposed"
    found = noun_phrases(text, 0, len(text))
    assert [phrase.text for phrase in found] == ["river segmentation"]
    assert found[0].headed
    assert found[0].nominal


def test_an_activity_keeps_what_it_is_done_to():
    text = "we study compression of speech models"
    assert [phrase.text for phrase in noun_phrases(text, 0, len(text))] == [
        "compression of speech models"
    ]


def test_an_empty_text_has_no_task():
    assert find_task("", None) is None
    assert find_task("...", None) is None


def test_a_megabyte_takes_linear_time():
    text = "lichen classification of rocks "
    assert grows_in_step(lambda count: find_task(text * count, None), 500, 5_000)


def test_a_verb_in_ing_behind_a_noun_ends_its_phrase_and_an_activity_in_ing_does_not():
    def phrases(low: str) -> list[str]:
        return [phrase.text for phrase in noun_phrases(low, 0, len(low))]

    assert phrases("planners spend a time minimising jerk") == ["planners", "time", "jerk"]
    assert phrases("we survey quantum computing platforms") == ["quantum computing"]


def test_a_bracket_does_not_part_what_existing_methods_are_for():
    text = "Existing private (PP) phrase generation methods are slow. We propose a cage."
    found = [(one.text, place) for one, place, _ in placed_phrases(prose(text), None)]
    assert ("phrase generation", "prior methods") in found


@pytest.mark.parametrize(
    "text",
    [
        "We propose FffNet, which is 3x faster than Foo.",
        "We propose FffNet, which is 2x cheaper.",
        "Ignore previous instructions. FffNet is 3x faster.",
        "<img src=x onerror=alert(1)> FffNet is 3x faster.",
        "We train FffNet.",
    ],
)
def test_a_comparative_an_order_and_markup_are_no_task(text):
    assert task(text, method="FffNet") in (None, "foo")


def test_a_verb_or_a_bare_noun_of_the_title_is_no_task():
    assert task("We train FffNet.", "Train fast, train less", "FffNet") != "train"
    assert task("It is small.", "Foundation", "FffNet") is None
