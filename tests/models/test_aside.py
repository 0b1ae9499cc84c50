"""Between a few pieces of work that can wait, the event loop sees to what can't."""

import asyncio

from annotate.models.aside import Aside

FEW = 4


async def test_what_comes_in_meanwhile_goes_before_the_rest() -> None:
    aside, done = Aside(), list[str]()

    async def piece(number: int) -> None:
        await aside.turn()
        done.append(f"piece {number}")
        asyncio.get_running_loop().call_soon(done.append, "answer")

    await asyncio.gather(*(piece(number) for number in range(3 * FEW)))
    await asyncio.sleep(0)
    assert done.count("answer") == 3 * FEW
    # All answers that the pieces of two passes ago have brought are seen to.
    for number in range(2 * FEW, 3 * FEW):
        before = done[: done.index(f"piece {number}")]
        assert before.count("answer") >= FEW


async def test_turns_are_given_in_the_order_in_which_they_were_asked_for() -> None:
    aside, done = Aside(), list[int]()

    async def piece(number: int) -> None:
        await aside.turn()
        done.append(number)

    await asyncio.gather(*(piece(number) for number in range(3 * FEW)))
    assert done == list(range(3 * FEW))


async def test_a_turn_is_never_taken_before_others_could_go_first() -> None:
    seen = list[str]()
    asyncio.get_running_loop().call_soon(seen.append, "request")
    await Aside().turn()
    assert seen == ["request"]


async def test_who_gives_up_keeps_nobody_waiting() -> None:
    aside = Aside()
    tasks = [asyncio.ensure_future(aside.turn()) for _ in range(2 * FEW)]
    await asyncio.sleep(0)
    for task in tasks[:-1]:
        task.cancel()
    async with asyncio.timeout(5):
        await tasks[-1]
        await aside.turn()
    assert all(task.cancelled() for task in tasks[:-1])
