import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotate.language.hardware import find_devices
from annotate.language.latex import clean
from annotate.language.quantities import parse_quantity
from annotate.rules.claims import find_claims
from annotate.schema import Attribution, Claim, Metric
from tests.conftest import DATA


def claims(abstract: str, name: str | None = None, *, survey: bool = False) -> list[Claim]:
    text = clean(abstract)
    return find_claims(text, name, find_devices(text.text), survey=survey)


def test_values_and_quotes_are_slices_of_the_stored_abstract():
    abstract = (
        "We present \\textbf{Zorvex}. It cuts cost by **45\\%** and gives a $3.2\\times$\n"
        "speed-up, up to {\\bf 7}$\\times$ less memory &amp; 30--35\\% fewer FLOPs."
    )
    found = claims(abstract)
    assert [claim.metric for claim in found] == [
        Metric.COST,
        Metric.SPEEDUP,
        Metric.MEMORY,
        Metric.COMPUTE,
    ]
    for claim in found:
        assert claim.quote in abstract
        assert claim.value in claim.quote
        assert parse_quantity(claim.value) is not None


def test_a_list_in_order_gets_its_devices_one_by_one():
    found = claims(
        "Zorvex is 7.5x, 4.8x and 8.9x faster than Floxgrad on RTX 4090, A100 and H100, "
        "respectively."
    )
    assert [(claim.value, claim.device) for claim in found] == [
        ("7.5x", "RTX 4090"),
        ("4.8x", "A100"),
        ("8.9x", "H100"),
    ]
    assert {claim.baseline for claim in found} == {"Floxgrad"}


def test_one_device_holds_for_the_numbers_beside_it():
    found = claims("On a Jetson Nano, our parser is 3x faster and uses 40% less energy.")
    assert {claim.device for claim in found} == {"Jetson Nano"}


def test_a_device_that_is_compared_with_is_the_baseline_and_not_the_place():
    (claim,) = claims("We reduce inference energy by 38% compared to a GPU baseline.")
    assert claim.baseline == "a GPU baseline"
    assert claim.device is None


@pytest.mark.parametrize(
    ("sentence", "baselines"),
    [
        (
            "It is 9x, 4x and 2x faster than a CPU, a GPU and an FPGA.",
            ["a CPU", "a GPU", "an FPGA"],
        ),
        ("Speedups of 3x, 2x and 5x over A, B and C, respectively.", ["A", "B", "C"]),
        ("It is 3x and 5x faster than Floxgrad, and saves memory.", ["Floxgrad", "Floxgrad"]),
        ("It is 3x and 5x faster than A and B, with no loss.", ["A", "B"]),
    ],
)
def test_numbers_and_baselines_are_paired_where_there_are_as_many(sentence, baselines):
    assert [claim.baseline for claim in claims(sentence)] == baselines


def test_what_a_number_holds_for_is_its_setting():
    (claim,) = claims(
        "Our pruning gives a 1.58x speedup for the small encoder while it keeps scores."
    )
    assert claim.setting == "the small encoder"


@pytest.mark.parametrize(
    ("sentence", "baseline", "setting", "device"),
    [
        ("It is 2x faster across different model scales.", None, None, None),
        ("It saves 45% of the energy on average.", None, None, None),
        ("It is 2x faster with negligible loss in quality.", None, None, None),
        ("Latency falls by 45%, a solution for actual NPU architectures.", None, None, None),
        ("For GPUs with little memory, it takes 2x less memory than LoRA.", "LoRA", None, None),
        ("It is 2x faster than Floxgrad on an A100.", "Floxgrad", None, "A100"),
        ("Using an FPGA, it needs 5x less energy.", None, None, "FPGA"),
        ("It is 2x faster than Floxgrad in the cold regime.", "Floxgrad", "the cold regime", None),
        ("With a batch size of 16, it is 3x faster.", None, "a batch size of 16", None),
        ("It is 2x faster for batch size 8.", None, "batch size 8", None),
        ("It reaches 2.3x the throughput of lazy Floxgrad.", "lazy Floxgrad", None, None),
        ("It gets 3x the throughput of Floxgrad on an A100.", "Floxgrad", None, "A100"),
        ("It reaches 2x the speed of training.", None, None, None),
        ("It is 3x faster versus a 1dB loss.", None, None, None),
        ("It needs 30% less energy compared to a speedup.", None, None, None),
        ("It is 3x faster in fact.", None, None, None),
        ("It is 3x faster than Floxgrad in the literature.", "Floxgrad", None, None),
        ("It is 3x faster in our extensive experiments.", None, None, None),
        ("It is 3x faster in parsing experiments.", None, "parsing experiments", None),
        ("It is 3x faster with a less than 1dB loss.", None, None, None),
    ],
)
def test_only_whole_phrases_that_the_clause_ties_are_circumstances(
    sentence, baseline, setting, device
):
    (claim,) = claims(sentence)
    assert (claim.baseline, claim.setting, claim.device) == (baseline, setting, device)


def test_a_device_of_another_clause_is_not_the_place():
    first, second = claims("On an A100, it is 2x faster than Alpha; on a CPU it is 3x faster.")
    assert (first.device, second.device) == ("A100", "CPU")


def test_numbers_that_share_a_unit_keep_a_value_that_can_be_read_alone():
    found = claims("Our parser is 7.5/4.8/8.9x faster on Alpha/Beta/Gamma.")
    assert [parse_quantity(claim.value).low for claim in found] == [7.5, 4.8, 8.9]


def test_a_rise_of_a_ratio_is_one_claim_and_a_spread_is_a_range():
    (rise,) = claims("We raise the speedup from 2.1x to 3.6x.")
    assert parse_quantity(rise.value).low == 3.6
    (spread,) = claims("Our speedups range from 1.3x to 4.2x.")
    quantity = parse_quantity(spread.value)
    assert (quantity.low, quantity.high) == (1.3, 4.2)


def test_a_change_of_a_share_is_no_ratio():
    assert claims("We cut the memory in use from 80% to 20% of the card.") == []


def test_overheads_are_no_claims():
    assert claims("Our defence is 12% slower and adds 6% more parameters.") == []


def test_background_and_other_work_is_prior():
    found = claims(
        "Neural surrogates run 1,000 times faster than solvers. Earlier accelerators reduce energy "
        "by 40%. We present Qarnet. Qarnet is 2.5x faster. Existing methods reach 3x speedups. "
        "Compared to previous work, memory falls by 4x."
    )
    assert [(claim.value, claim.attribution) for claim in found] == [
        ("1,000 times", Attribution.PRIOR),
        ("40%", Attribution.PRIOR),
        ("2.5x", Attribution.OWN),
        ("3x", Attribution.PRIOR),
        ("4x", Attribution.OWN),
    ]


def test_an_abstract_that_never_says_we_tells_of_itself():
    (claim,) = claims("Qarnet decodes text in parallel. It is 2.5x faster than Floxgrad.")
    assert claim.attribution is Attribution.OWN


def test_the_name_of_the_method_marks_its_sentences_as_own():
    text = "Qarnet is 3x faster than Floxgrad. We describe how it works."
    assert claims(text, "Qarnet")[0].attribution is Attribution.OWN
    assert claims(text)[0].attribution is Attribution.PRIOR


def test_a_survey_has_no_results_of_its_own():
    found = claims("We review 90 papers. Speedups range from 1.5x to 12x.", survey=True)
    assert {claim.attribution for claim in found} == {Attribution.PRIOR}


def test_performance_is_speed_only_where_hardware_is_compared():
    assert claims("Our tagger improves performance by 2x.") == []
    (claim,) = claims("Our FPGA design improves performance by 2x over a CPU.")
    assert claim.metric is Metric.SPEEDUP


@pytest.mark.parametrize(
    ("sentence", "values"),
    [
        ("It improves the performance of sums and products by 3.2 and 1.85 over A.", [3.2, 1.85]),
        ("It outperforms paging of pages by up to 8.2 and swapping by 1.35.", [8.2, 1.35]),
        ("It beats paging by 8.2x, the old policy by 3x, and swapping by 1.4x.", [8.2, 3, 1.4]),
    ],
)
def test_a_multiple_of_the_performance_of_programs_may_have_lost_its_sign(sentence, values):
    found = claims(f"Our GPU scheduler places blocks of the cache. {sentence}")
    assert [claim.metric for claim in found] == [Metric.SPEEDUP] * len(values)
    assert [float(claim.value.split()[-1].rstrip("x")) for claim in found] == values
    assert claims(f"Our tagger labels words. {sentence.replace('x', '')}") == []


def test_absolute_figures_come_with_their_unit():
    found = claims(
        "Our tracker runs at 60 fps with a latency of 12 ms, 4 mJ per frame and 7B weights."
    )
    assert [(claim.metric, claim.value) for claim in found] == [
        (Metric.THROUGHPUT, "60 fps"),
        (Metric.LATENCY, "12 ms"),
        (Metric.ENERGY, "4 mJ"),
    ]


def test_operations_a_watt_are_efficiency_and_operations_an_area_are_density():
    found = claims("The macro does 3.2 TOPS at 41.3 TOPS/W and 2.1 TOPS/mm2 in our 28 nm chip.")
    assert [(claim.metric, claim.value) for claim in found] == [
        (Metric.THROUGHPUT, "3.2 TOPS"),
        (Metric.ENERGY, "41.3 TOPS/W"),
        (Metric.COST, "2.1 TOPS/mm2"),
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Our tracker runs on a K40 GPU card containing 12 GB of memory.",
        "Our tracker runs on a small board (2 GB VRAM, 1.4 TFLOPS).",
        "Our tracker runs on a Jetson Nano (4 GB memory).",
        "Our tracker runs on an A100 with 80 GB of memory.",
        "Our tracker runs on a laptop with only 16 GB of RAM.",
        "Our tracker runs on a 24 GB VRAM GPU.",
    ],
)
def test_what_a_device_has_is_no_claim(sentence):
    assert claims(sentence) == []


def test_what_is_used_on_a_device_is_an_absolute_claim():
    (claim,) = claims("On an A100, our tracker uses 3 GB of memory.")
    assert (claim.metric, claim.value) == (Metric.MEMORY, "3 GB")


def test_the_absolute_cost_of_others_is_prior():
    found = claims(
        "Our tuner takes 3 GPU-hours, where adapters required over 1000 GPU-hours. "
        "Our trackers required 7 GPU-hours."
    )
    assert [(claim.value, claim.attribution) for claim in found] == [
        ("3 GPU-hours", Attribution.OWN),
        ("over 1000 GPU-hours", Attribution.PRIOR),
        ("7 GPU-hours", Attribution.OWN),
    ]


def test_a_small_corpus_saves_data_only_where_something_learns_from_it():
    assert claims("Our corpus is 10x smaller than the usual pre-training datasets.") == []
    (claim,) = claims("We train on a corpus that is 10x smaller than the usual datasets.")
    assert claim.metric is Metric.DATA


def test_claims_come_in_the_order_of_the_text():
    found = claims("We run at 60 fps. Our code is 3x faster. We reach 4 ms latency.")
    assert [claim.value for claim in found] == ["60 fps", "3x", "4 ms"]


INVENTED = (DATA / "abstracts.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("row", [json.loads(line) for line in INVENTED])
def test_an_invented_abstract_is_read_whole(row):
    found = claims(row["abstract"], row.get("method"), survey=row.get("survey", False))
    own = {
        (str(claim.metric), quantity.low, quantity.high, quantity.unit)
        for claim in found
        if claim.attribution is Attribution.OWN and (quantity := parse_quantity(claim.value))
        if quantity.unit in ("x", "%")
    }
    assert own == {tuple(claim) for claim in row["claims"]}


def test_a_value_ends_before_the_punctuation():
    found = claims("It cuts query time to a quarter. We see speedup factors of 3.2, 4.1 and 5.6.")
    assert [claim.value for claim in found] == ["to a quarter", "factors of 3.2", "4.1", "5.6"]


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="1x% reduces latency by,.()$\\times{}*5倍降低 faster", max_size=200))
def test_any_text_gives_claims_whose_words_stand_in_it(abstract):
    for claim in claims(abstract):
        assert claim.quote in abstract
        assert claim.value in claim.quote
