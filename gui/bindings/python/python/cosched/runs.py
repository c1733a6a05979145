"""Scenarios read and run."""

from __future__ import annotations

import datetime
import difflib
import inspect as inspection
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from . import _native
from .answers import Answer, Health
from .numbers import whole
from .policy import Schedules
from .results import Results, Run
from .tables import Table


#: Where a scenario comes from: see `read`.
Source: TypeAlias = "str | os.PathLike[str] | _native.Scenario | Mapping[str, Any]"
#: What runs: see `run`.
OnePolicy: TypeAlias = "str | type | Schedules | tuple[Any, ...]"
Policies: TypeAlias = "Iterable[OnePolicy] | OnePolicy | None"


def read(source: Source, **parameters: Any) -> _native.Scenario:
    """Read a scenario, a log or accounting.

    `source` is a scenario, a path (`~` is the home), or the text of a scenario: one that begins with
    `(`, `{`, `#![` or a comment, or has several lines, and is no file.
    Parameters have the names that scenarios give them, `nodes=64`, `bf_interval=30`, or the whole
    path, `**{"workload.load": 0.9}`; values are numbers, strings, booleans and lists, and None
    leaves one as it is. A word that begins with a capital is one of a choice, as in scenarios:
    `order="ShortestEstimate"`, `estimates="UpTo(5)"`.

    A dict is a scenario, too: its fields by their names, a choice with fields as a dict with one entry,
    `{"machine": {"Cluster": {"nodes": 64}}, "workload": {"Lublin": {"jobs": 1000}}, "policies": ["Easy"]}`;
    a `pandas.DataFrame` stands for a list of dicts, a row each.
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
    elif isinstance(source, Mapping):
        scenario = _native.Scenario.from_json(json.dumps(source, default=_as_json, allow_nan=False))
    else:
        raise TypeError(
            f"{_shortened(source)} is no scenario: a path, the text of a scenario in parentheses, a dict, and what `cosched.read` returns are allowed"
        )
    given = [(name, value) for name, value in parameters.items() if value is not None]
    if not given:
        return scenario
    return scenario.with_parameters([(name, written(value)) for name, value in given])


def run(
    source: Source,
    policies: Policies = (),
    *,
    schedule: bool = True,
    **parameters: Any,
) -> Results:
    """Run a scenario or a log under policies, and return the results in their order.

    `policies` are names, as `cosched.policies()` lists them, labels of the scenario's variants, and
    policies in Python; a pair of one and a dict, `("easy", {"order": "ShortestEstimate"})`, has parameters
    of its own, and a third element is its name in results. Without policies those of the scenario run,
    and its variants. `schedule=False` keeps no schedule, which takes less memory: the runs
    then have no nodes in `jobs_csv()`. The other arguments are as in `read`.
    """
    scenario = _read_for(run, source, parameters)
    configured = [_configured(scenario, policy) for policy in listed(policies)]
    return Results(scenario.run(configured, schedule))


def compare(
    source: Source,
    policies: Policies = (),
    *,
    baseline: str | int = 0,
    groups: bool = False,
    **parameters: Any,
) -> Table:
    """Run a scenario or a log under policies, and compare the same jobs with those of the
    `baseline`, a policy by its name or index: see `Results.compare`.
    """
    results = run(source, policies, schedule=False, **parameters)
    return results.compare(baseline, groups=groups)


def whatif(
    source: Source,
    policy: str | type | Schedules | None = None,
    *,
    phases: int = 5,
    changes: Mapping[str, Any] | None = None,
    **more: Any,
) -> Answer:
    """What another setting would have done to the jobs of a scenario or a log, and to whom.

    `policy` is the one it ran under, the scenario's if that has one only. The other arguments are
    the changes: `bf_interval=300` and other parameters of slurm.conf under Slurm, `nodes=100`,
    and whatever else a scenario can say. Those whose names have a dot stand in `changes`, and so does
    another policy, `changes={"policy": "conservative"}`.
    """
    return one_run(source, policy).whatif(phases=phases, changes={**(changes or {}), **more})


def predict(
    source: Source,
    policy: str | None = None,
    *,
    at: float | str | datetime.timedelta | datetime.datetime,
    draws: int = 200,
    instants: int = 60,
    simulated: bool = False,
    **parameters: Any,
) -> Answer:
    """When the jobs that wait at an instant of a log will start: see `Run.predict`."""
    run = one_run(source, policy, **parameters)
    return run.predict(at, draws=draws, instants=instants, simulated=simulated)


def inspect(
    source: Source,
    *,
    nodes: int | None = None,
    **parameters: Any,
) -> Health:
    """How sound a log is: what it covers, contradictions, capacity, estimates, users, and what
    cleaning would change; `nodes` is the size of the machine, if the log does not say it.
    """
    return Health(_native.inspect(read(source, **parameters), nodes))


def generate(
    model: str = "lublin", *, jobs: int, nodes: int, seed: int = 1, **parameters: Any
) -> _native.Scenario:
    """A scenario whose jobs are drawn from a model, "lublin" (Lublin and Feitelson, 2003) or "jann"
    (Jann and others, 1997), on a machine of `nodes` equal nodes.

    The other arguments are as in `read`: `load=0.9`, `estimates="UpTo(5)"`. `.swf(note)` is the same
    as a log, and `jobs` has it as a table.
    """
    models = {"lublin": "Lublin", "jann": "Jann"}
    name = str(model).lower()
    if name not in models:
        raise _native.Error(f"there is no model `{model}`; there are {', '.join(models)}")
    jobs, nodes = whole("jobs", jobs, 1, 4_000_000_000), whole("nodes", nodes, 1, 1 << 24)
    seed = whole("seed", seed, 0, (1 << 64) - 1)
    text = f"(seed: {seed}, machine: Cluster(nodes: {nodes}), workload: {models[name]}(jobs: {jobs}))"
    return read(text, **parameters)


def one_run(
    source: Source,
    policy: str | type | Schedules | None,
    **parameters: Any,
) -> Run:
    """The run under `policy`, or under the only policy of the scenario."""
    results = run(source, () if policy is None else [policy], **parameters)
    if len(results) != 1:
        labels = ", ".join(one.label for one in results)
        raise _native.Error(f"one policy is wanted, and here are {labels}; `policy` says which")
    return results[0]


def listed(policies: Any) -> list[Any]:
    """Policies as a list: one, several, or none."""
    if policies is None:
        return []
    if isinstance(policies, (str, type, Schedules)) or not isinstance(policies, Iterable):
        return [policies]
    several = list(policies)
    if isinstance(policies, tuple) and len(several) in (2, 3) and isinstance(several[1], Mapping):
        return [policies]
    return several


def _configured(scenario: _native.Scenario, policy: Any) -> Any:
    """`policy` as the native part takes it: with parameters of its own, its name and a scenario."""
    if not isinstance(policy, tuple):
        return policy
    if not (len(policy) in (2, 3) and isinstance(policy[1], Mapping)):
        raise TypeError(
            f"{policy!r} is no policy: a pair of a policy and a dict of its parameters is wanted, perhaps with a name"
        )
    base, parameters = policy[:2]
    values = [(name, written(value)) for name, value in parameters.items()]
    if len(policy) == 3:
        label = policy[2]
    else:
        name = base if isinstance(base, str) else getattr(base, "name", None) or _name_of(base)
        said = ", ".join(f"{name}={value}" for name, value in parameters.items())
        label = f"{name} ({said})" if said else name
    if not isinstance(label, str) or not label.strip():
        raise TypeError(f"{label!r} is no name of a policy: a text is wanted")
    return scenario.configured(base, label, values)


def _name_of(policy: Any) -> str:
    """The name of the class of a policy."""
    return policy.__name__ if isinstance(policy, type) else type(policy).__name__


def _read_for(
    function: Callable[..., Any],
    source: Source,
    parameters: dict[str, Any],
) -> _native.Scenario:
    """`source` with `parameters`, which were given to `function`: a misspelt argument is recognised."""
    try:
        return read(source, **parameters)
    except _native.Error:
        arguments = inspection.signature(function).parameters
        for name in parameters:
            near = difflib.get_close_matches(name, arguments, 1, 0.8)
            if near and not read(source).has_parameter(name):
                text = f"{function.__name__} has no argument `{name}`: is `{near[0]}` meant?"
                raise TypeError(text) from None
        raise


def _as_json(value: Any) -> Any:
    """A value of numpy, pandas or a path as JSON has it."""
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "to_dict"):
        return value.to_dict("records")
    raise TypeError(f"{_shortened(value)} is no value of a scenario")


def _shortened(value: Any) -> str:
    """What says which value it is, in one line."""
    text = repr(value)
    return text if len(text) <= 200 and "\n" not in text else f"a {type(value).__name__}"


def save(source: Source | Run, path: str | os.PathLike[str]) -> Path:
    """Write a scenario, or that of a run, to a file that can be read from anywhere; returns its path."""
    file = Path(path).expanduser()
    if file.suffix != ".ron":
        raise _native.Error(f"{file}: a scenario is written; the name must end in .ron")
    scenario = source.scenario if isinstance(source, Run) else read(source)
    file.write_text(scenario.portable(), encoding="utf-8")
    return file


def jobs(source: Source, **parameters: Any) -> Table:
    """The jobs of a log, or drawn from a model, as they are submitted: `job` (its number),
    `submitted`, `nodes`, `estimate`, `runtime`, and as far as they are known `user`, `group`, `queue` and
    `recorded_wait`. The arguments are as in `read`.
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
