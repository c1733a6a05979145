"""Tables that other libraries take without a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from . import _native

if TYPE_CHECKING:
    import pandas


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

    def __repr__(self) -> str:
        columns = ", ".join(f"{name}: {kind}" for name, kind in self._native.types)
        return f"<cosched.Table of {len(self)} rows: {columns}>"
