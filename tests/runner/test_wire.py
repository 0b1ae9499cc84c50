"""Messages between the processes of a run."""

import asyncio
import os
import threading

from annotate.runner.wire import messages, pack, receive


def test_messages_that_arrive_in_pieces_come_out_whole_and_in_order() -> None:
    there, here = os.pipe()
    both = pack("one", 1) + pack("two", "x" * 100)

    def write() -> None:
        for at in range(0, len(both), 7):
            os.write(here, both[at : at + 7])
        os.close(here)

    thread = threading.Thread(target=write)
    thread.start()
    got = [message for arrived in messages(there) for message in arrived]
    thread.join()
    os.close(there)
    assert got == [("one", 1), ("two", "x" * 100)]


def test_what_is_there_at_once_is_handed_out_together() -> None:
    there, here = os.pipe()
    os.write(here, pack("one", 1) + pack("two", 2))
    assert next(messages(there)) == [("one", 1), ("two", 2)]
    os.close(here)
    os.close(there)


def test_half_a_message_at_the_end_is_no_message() -> None:
    there, here = os.pipe()
    os.write(here, pack("one", 1) + pack("two", 2)[:-1])
    os.close(here)
    assert list(messages(there)) == [[("one", 1)]]
    os.close(there)


async def test_the_event_loop_sees_none_when_the_other_end_is_gone() -> None:
    reader = asyncio.StreamReader()
    reader.feed_data(pack("one", 1) + b"\x09")
    reader.feed_eof()
    assert await receive(reader) == ("one", 1)
    assert await receive(reader) is None
