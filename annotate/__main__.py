"""The `annotate` command."""

from annotate.cli import main

if __name__ == "__main__":
    main()
