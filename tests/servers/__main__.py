"""`python -m tests.servers --latency 0.2` serves until it is killed."""

from tests.servers.openai_server import main

if __name__ == "__main__":
    main()
