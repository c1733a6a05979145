"""Tables that other libraries take without a copy."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from . import _native

if TYPE_CHECKING:
    import pandas


# Most rows that a notebook shows.
MOST_ROWS = 60


def _cell(value: Any) -> str:
    """A cell as text: nothing where there is no value."""
    if value is None or value != value:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value)


class Table:
    """A table in Arrow's memory: `pyarrow.table(it)`, `polars.DataFrame(it)` and whatever else speaks
    the Arrow PyCapsule interface take it over.
    """

    def __init__(self, native: _native.ArrowTable):
        self._native = native

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows, for libraries."""
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        """The types of the columns, for libraries."""
        return self._native.__arrow_c_schema__()

    def __len__(self) -> int:
        return len(self._native)

    @property
    def types(self) -> dict[str, str]:
        """Types of the columns by their names, in Arrow's words."""
        return dict(self._native.types)

    def to_numpy(self) -> dict[str, npt.NDArray[Any]]:
        """The columns as arrays of numpy: instants as datetime64 in UTC, spans as timedelta64; cells
        without a value are NaT, NaN or None.
        """
        return self._native.to_numpy()

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a `pandas.DataFrame`, instants in their zone."""
        import pandas

        columns: dict[str, Any] = dict(self.to_numpy())
        for name, zone in self._native.zones:
            columns[name] = pandas.Series(columns[name]).dt.tz_localize("UTC").dt.tz_convert(zone)
        return pandas.DataFrame(columns)

    def _repr_html_(self) -> str:
        """The first rows, for notebooks."""
        columns = self.to_numpy()
        shown = min(len(self), MOST_ROWS)
        heading = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
        cells = [[html.escape(_cell(value)) for value in one[:shown]] for one in columns.values()]
        body = "".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>" for row in zip(*cells))
        left = len(self) - shown
        more = f"<p>… {left} more rows; <code>to_pandas()</code> has all</p>" if left else ""
        return f"<table><tr>{heading}</tr>{body}</table>{more}"

    def __repr__(self) -> str:
        columns = ", ".join(f"{name}: {kind}" for name, kind in self._native.types)
        return f"<cosched.Table of {len(self)} rows: {columns}>"
