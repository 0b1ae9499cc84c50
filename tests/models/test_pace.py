"""The gate finds the pace of a server, and nobody is left waiting at it."""

import asyncio
import random

import pytest

from annotate.models.limits import Limits
from annotate.models.pace import Pace
from tests.clock import jumping


@pytest.mark.parametrize("seed", range(4))
@jumping
async def test_nobody_is_left_waiting_whatever_is_refused(seed):
    draw = random.Random(seed)
    limits = Limits(8, scale=0.02)

    async def one() -> None:
        while True:
            async with limits.slot():
                sent = limits.sent()
                await asyncio.sleep(draw.random() * 0.003)
                if draw.random() > 0.1:
                    limits.succeeded({})
                    return
                limits.pushed_back(sent.round, draw.choice([None, 0.1]))

    await asyncio.gather(*(one() for _ in range(150)))
    assert limits.in_flight == 0


@jumping
async def test_the_first_refusal_tells_the_pace():
    pace = Pace()
    assert pace.interval_s == pace.left_s == 0
    for _ in range(10):
        pace.granted()
    pace.refused(1.0)
    assert pace.interval_s == pytest.approx(0.1 / 0.9)
    assert pace.left_s == pytest.approx(1)


@jumping
async def test_refusals_that_come_now_and_then_slow_a_little_only():
    pace = Pace()
    pace.granted()
    pace.refused(0.1)
    draw = random.Random(0)
    for _ in range(3000):
        if draw.random() < 0.02:
            pace.refused(0.5)
        else:
            pace.granted()
    assert pace.interval_s < 0.1


@jumping
async def test_answers_quicken_the_pace_again():
    pace = Pace()
    pace.granted()
    pace.refused(1.0)
    slow = pace.interval_s
    for _ in range(50):
        pace.granted()
    assert pace.interval_s < slow / 5


@jumping
async def test_a_refusal_never_quickens_the_pace():
    pace = Pace()
    for _ in range(5):
        pace.granted()
    pace.refused(0.5)
    for granted in (0, 1, 0, 2, 5, 0):
        for _ in range(granted):
            pace.granted()
        before = pace.interval_s
        pace.refused(0.0)
        assert before / 0.91 <= pace.interval_s <= 2 * before
