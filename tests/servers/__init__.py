"""Real servers on loopback that tests of any room can start."""

from tests.servers.faults import FAULTS, Fault
from tests.servers.openai_server import OpenAIServer

__all__ = ["FAULTS", "Fault", "OpenAIServer"]
