"""A place among the requests in flight."""

from types import TracebackType
from typing import Protocol, Self

__all__ = ["Slot"]


class _Door(Protocol):
    async def enter(self, tokens: int) -> None: ...

    def leave(self) -> None: ...


class Slot:
    """Entered when one more request may be sent, and left when it is answered."""

    __slots__ = ("_door", "_tokens")

    def __init__(self, door: _Door, tokens: int) -> None:
        self._door, self._tokens = door, tokens

    async def __aenter__(self) -> Self:
        await self._door.enter(self._tokens)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._door.leave()
