"""A laboratory of batch scheduling: simulate how schedulers run parallel jobs, and see why.

    import cosched
    results = cosched.run("KTH-SP2.swf.gz", policies=["fcfs", "easy"])
    print(results)
    results["EASY"].to_pandas()

Times are seconds since the beginning of the log, or dates where the log has a clock.
"""

import atexit as _atexit

from ._native import Error, Scenario, Snapshot, State, policies
from ._native import end_works as _end_works
from ._native import version as _version
from .answers import Answer, Health, validate
from .figures import Figure
from .policy import Policy
from .results import Results, Run
from .runs import compare, generate, inspect, jobs, predict, read, run, save, whatif
from .sessions import Session
from .sweeps import Sweep, sweep
from .tables import Table

__version__ = _version()


def __dir__() -> list[str]:
    """What is meant to be used."""
    return [*__all__, "__version__"]


# Runs on other threads come to an end before the interpreter does.
_atexit.register(_end_works)

__all__ = [
    "Answer",
    "Error",
    "Figure",
    "Health",
    "Policy",
    "Results",
    "Run",
    "Scenario",
    "Session",
    "Snapshot",
    "State",
    "Sweep",
    "Table",
    "compare",
    "generate",
    "inspect",
    "jobs",
    "policies",
    "predict",
    "read",
    "run",
    "save",
    "sweep",
    "validate",
    "whatif",
]
