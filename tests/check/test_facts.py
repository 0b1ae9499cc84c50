"""The facts beside the claims: names, tasks and devices of an answer, held against the abstract."""

from annotate.check import Flag, check
from annotate.schema import Hardware
from tests.check.heron import HERON, checked, claim, one, paper, reading


def test_names_are_as_the_abstract_writes_them():
    result = checked(
        method_name=r"\textbf{heron}", method_full_name="history eviction by ranked outlook needs"
    )
    assert result.method == "Heron"
    assert result.method_full_name == "History Eviction by Ranked Outlook Needs"


def test_a_name_with_its_expansion_is_taken_apart():
    result = checked(method_name="History Eviction by Ranked Outlook Needs (Heron)")
    assert (result.method, result.method_full_name) == (
        "Heron",
        "History Eviction by Ranked Outlook Needs",
    )


def test_a_name_may_stand_in_the_title_only():
    result = check(reading(method_name="Ibis"), paper("A cache.", "Ibis: A Cache"), rules=None)
    assert (result.method, result.flags) == ("Ibis", ())


def test_names_that_stand_nowhere_are_none_flagged_and_kept_in_the_data():
    result = checked(method_name="Quillon", task="toy planning", method_full_name="Quick Illusion")
    assert (result.method, result.method_full_name, result.task) == (None, None, None)
    assert result.flags == (Flag.LEAKED, Flag.METHOD_MISSING, Flag.TASK_MISSING)
    assert result.data is not None
    assert result.data["method_name"] == "Quillon"


def test_devices_are_known_placed_and_counted():
    devices = [
        Hardware(name="eight A100 GPUs", role="evaluated_on"),
        Hardware(name="NVIDIA A100", role="target"),
        Hardware(name="Borealis-9 chip", role="target"),
    ]
    result = checked(hardware=devices)
    known, canonical, leaked = result.hardware
    assert (known.device, known.count, known.evidence) == ("NVIDIA A100", 8, "exact")
    assert HERON[known.quote_start : known.quote_end] == "eight A100 GPUs"
    assert (canonical.device, canonical.evidence) == ("NVIDIA A100", "normalised")
    assert (leaked.device, leaked.kind, leaked.evidence) == (None, None, "missing")
    assert result.flags == (Flag.LEAKED,)


def test_what_is_no_hardware_is_no_device_of_a_claim():
    other = one(device="Egret")
    assert (other.device, other.flags, other.support) == (None, (Flag.DEVICE_UNKNOWN,), "verified")
    listed = checked(claim(device="Egret"), hardware=[Hardware(name="Egret", role="target")])
    assert (listed.claims[0].device, listed.claims[0].flags) == ("Egret", ())
