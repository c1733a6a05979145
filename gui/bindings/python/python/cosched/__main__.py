"""The command line: `python -m cosched` is what `cosched` is."""

import signal
import sys

from ._native import command_line


def main() -> int:
    """Run the command line with the arguments of this process; return its exit status."""
    # Ctrl+C ends the program as it ends any other; the interpreter has nothing to say to it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return command_line(["cosched", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
