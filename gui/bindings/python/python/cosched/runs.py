"""Scenarios read and run."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from . import _native
from .policy import Schedules
from .results import Results


def read(source: str | os.PathLike[str] | _native.Scenario, **parameters: Any) -> _native.Scenario:
    """Read a scenario, a log or accounting.

    `source` is a path, the text of a scenario (it begins with a parenthesis), or a scenario.
    Parameters have the names that scenarios give them, `nodes=64`, `bf_interval=30`, or the whole
    path, `**{"workload.load": 0.9}`; values are numbers, strings, booleans, lists and None; a word
    that begins with a capital is one of a choice, as in scenarios: `order="ShortestEstimate"`.
    """
    if isinstance(source, _native.Scenario):
        scenario = source
    elif isinstance(source, str) and source.lstrip().startswith("("):
        scenario = _native.Scenario.parse(source)
    else:
        scenario = _native.Scenario.open(os.fspath(source))
    if not parameters:
        return scenario
    return scenario.with_parameters([(name, written(value)) for name, value in parameters.items()])


def run(
    source: str | os.PathLike[str] | _native.Scenario,
    policies: Iterable[str | type | Schedules] | str | type | Schedules = (),
    *,
    schedule: bool = True,
    **parameters: Any,
) -> Results:
    """Run a scenario or a log under policies, and return the results in their order.

    `policies` are names, as `cosched.policies()` lists them, and policies in Python; without them
    those of the scenario. `schedule=False` keeps no schedule, which takes less memory: the runs
    then have no nodes in `jobs_csv()`. The other arguments are as in `read`.
    """
    if isinstance(policies, (str, type)) or isinstance(policies, Schedules):
        policies = [policies]
    scenario = read(source, **parameters)
    return Results(scenario.run(list(policies), schedule))


def written(value: Any) -> str:
    """`value` as scenarios write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "None"
    if isinstance(value, str):
        # A word with a capital is one of a choice; all else is text.
        return value if value.isidentifier() and value[0].isupper() else quoted(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(written(one) for one in value) + "]"
    if isinstance(value, dict):
        return "(" + ", ".join(f"{name}: {written(one)}" for name, one in value.items()) + ")"
    try:
        number = value.item() if hasattr(value, "item") else value
        if isinstance(number, (int, float)):
            return repr(number)
    except ValueError:
        pass
    raise TypeError(
        f"{value!r} cannot be a parameter: numbers, strings, booleans, lists, dictionaries and None are allowed"
    )


def quoted(text: str) -> str:
    """`text` in quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
