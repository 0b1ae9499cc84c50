"""Each line of `tests/data/devices.txt` is an invented sentence with the devices in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.language import device_doubts
from annotate.language.device_table import lowered
from annotate.language.hardware import distinct_devices, find_devices
from tests.conftest import DATA

LINES = (DATA / "devices.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", [line for line in LINES if not line.startswith("#")])
def test_devices_are_told_from_roads_doses_and_cells(line):
    text, _, expected = line.rpartition("=>")
    found = {one.device.name for one in distinct_devices(find_devices(text.strip()))}
    assert found == {name.strip() for name in expected.split(";") if name.strip()}


@given(st.from_regex(device_doubts._LACKING), st.booleans())
def test_what_tells_of_a_lacking_device_passes_the_quick_test_before_it(text, capital):
    text = text.capitalize() if capital else text
    assert device_doubts._DENIES.search(lowered(text))
