"""Scenarios read and run."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from . import _native
from .policy import Schedules
from .results import Results
from .tables import Table


def read(source: str | os.PathLike[str] | _native.Scenario, **parameters: Any) -> _native.Scenario:
    """Read a scenario, a log or accounting.

    `source` is a scenario, a path (`~` is the home), or the text of a scenario: one that begins with
    `(`, `{`, `#![` or a comment, or has several lines, and is no file.
    Parameters have the names that scenarios give them, `nodes=64`, `bf_interval=30`, or the whole
    path, `**{"workload.load": 0.9}`; values are numbers, strings, booleans and lists, and None
    leaves one as it is. A word that begins with a capital is one of a choice, as in scenarios:
    `order="ShortestEstimate"`, `estimates="UpTo(5)"`.
    """
    if isinstance(source, _native.Scenario):
        scenario = source
    elif isinstance(source, str) and is_text(source):
        scenario = _native.Scenario.parse(source)
    elif isinstance(source, (str, os.PathLike)):
        path = os.path.expanduser(os.fspath(source))
        if "#" not in path:
            os.stat(path)  # a file that is not there is the same error as everywhere
        scenario = _native.Scenario.open(path)
    else:
        raise TypeError(
            f"{source!r} is no scenario: a path, the text of a scenario in parentheses, and what `cosched.read` returns are allowed"
        )
    given = [(name, value) for name, value in parameters.items() if value is not None]
    if not given:
        return scenario
    return scenario.with_parameters([(name, written(value)) for name, value in given])


def run(
    source: str | os.PathLike[str] | _native.Scenario,
    policies: Iterable[str | type | Schedules] | str | type | Schedules | None = (),
    *,
    schedule: bool = True,
    **parameters: Any,
) -> Results:
    """Run a scenario or a log under policies, and return the results in their order.

    `policies` are names, as `cosched.policies()` lists them, and policies in Python; without them
    those of the scenario. `schedule=False` keeps no schedule, which takes less memory: the runs
    then have no nodes in `jobs_csv()`. The other arguments are as in `read`.
    """
    if policies is None:
        policies = []
    if isinstance(policies, (str, type, Schedules)) or not isinstance(policies, Iterable):
        policies = [policies]
    scenario = read(source, **parameters)
    return Results(scenario.run(list(policies), schedule))


def jobs(source: str | os.PathLike[str] | _native.Scenario, **parameters: Any) -> Table:
    """The jobs of a log, or drawn from a model, as they are submitted: `job` (its number),
    `submitted`, `nodes`, `estimate`, `runtime`, `user`. The arguments are as in `read`.
    """
    return Table(read(source, **parameters).table())


def is_text(source: str) -> bool:
    """Whether `source` is the text of a scenario and no path."""
    begin = source.lstrip()
    looks_so = "\n" in source or begin.startswith(("(", "//", "/*", "#![", "{"))
    return looks_so and ("\n" in source or not os.path.exists(source))


def written(value: Any) -> str:
    """`value` as scenarios write it."""
    if isinstance(value, (np.generic, np.ndarray)) and value.ndim == 0:
        value = value.item()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        # A word with a capital is one of a choice; all else is text.
        return value if re.fullmatch(r"[A-Z]\w*(\(.*\))?", value, re.DOTALL) else quoted(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(written(one) for one in value) + "]"
    if isinstance(value, dict):
        return "(" + ", ".join(f"{name}: {written(one)}" for name, one in value.items()) + ")"
    raise TypeError(
        f"{value!r} cannot be a parameter: numbers, strings, booleans, lists and dictionaries are allowed"
    )


def quoted(text: str) -> str:
    """`text` in quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
