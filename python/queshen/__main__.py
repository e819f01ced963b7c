"""`python -m queshen` is the command `queshen`."""

from __future__ import annotations

from .cli import main

if __name__ == "__main__":
    main()
