"""The table of devices is well kept."""

import csv
import re

import pytest

from annotate.language.device_contexts import CONTEXTS
from annotate.language.device_table import Table, fold, lowered
from annotate.language.hardware import canonical_device
from annotate.resources import data_file
from tests.timing import stays_within


def rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(data_file(name).read_text(encoding="utf-8").splitlines()))


def test_every_row_has_a_name_a_kind_an_alias_and_a_source():
    for row in rows("devices.csv"):
        assert row["name"], row
        assert row["kind"], row
        assert row["aliases"], row
        assert row["source"], row


def test_no_alias_stands_for_two_devices():
    seen: dict[str, str] = {}
    for row in rows("devices.csv"):
        for alias in row["aliases"].split("|"):
            assert seen.setdefault(fold(alias), row["name"]) == row["name"], alias


def test_what_a_row_refuses_stands_in_lower_case():
    for row in (*rows("devices.csv"), *rows("device_families.csv")):
        refuses = row.get("refuses") or ""
        assert refuses == refuses.lower(), row


def test_only_classes_of_devices_lack_a_vendor():
    for row in rows("devices.csv"):
        assert (
            bool(row["vendor"]) == (row["source"] != "class of device") or row["name"] == "RISC-V"
        )


def test_every_company_asked_for_is_known():
    for row in rows("devices.csv") + rows("device_families.csv"):
        assert row["needs"] in ("", *CONTEXTS), row


def test_families_compile_and_fill_their_template():
    for row in rows("device_families.csv"):
        pattern = re.compile(row["pattern"])
        assert row["name"].count("{") <= pattern.groups


@pytest.mark.parametrize("row", rows("devices.csv"), ids=lambda row: row["name"])
def test_every_first_alias_finds_its_device(row):
    found = canonical_device(row["aliases"].split("|")[0])
    assert found is not None
    assert found.device.name == row["name"]


def test_the_table_is_quick_to_read():
    assert stays_within(0.1, Table)  # a tenth of that on an idle machine


def test_lowering_keeps_offsets():
    assert len(lowered("İstanbul GPU")) == len("İstanbul GPU")
    assert lowered("GPU") == "gpu"
