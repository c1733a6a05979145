"""Figures that a notebook shows, that are written for print, and that matplotlib draws."""

from __future__ import annotations

import datetime
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _native
from .numbers import whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Figure:
    """A figure: shown in a notebook as vectors, written by `save`, drawn on axes by `plot`."""

    def __init__(self, native: _native.Figure):
        self._native = native

    def svg(self, width: int = 720, height: int = 420, *, dark: bool = False) -> str:
        """The figure as the window shows it, `width` by `height` pixels, as SVG."""
        width, height = whole("width", width, 1, 20_000), whole("height", height, 1, 20_000)
        return self._native.svg(width, height, dark)

    def _repr_svg_(self) -> str:
        return self.svg()

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        size: tuple[float, float] = (85, 60),
        font: float = 8,
    ) -> None:
        """Write it for print: .svg, .png or .pdf, or .csv for the values of its curves.

        `size` is width and height in millimetres, `font` the size of letters in points.
        """
        if not isinstance(size, (tuple, list)) or len(size) != 2:
            raise TypeError(f"size={size!r}: width and height in millimetres are wanted, as in (85, 60)")
        for name, length in [("width", size[0]), ("height", size[1]), ("font", font)]:
            if not 0 < length < 10_000:
                raise _native.Error(f"{name} {length} is not allowed: more than 0 and less than 10000 is")
        file = os.path.expanduser(os.fspath(path))
        os.stat(os.path.dirname(file) or ".")  # a folder that is not there is the same error as everywhere
        self._native.write(file, *size, font)

    def __repr__(self) -> str:
        curves = self._native.curves()
        return f"<cosched.Figure: {'schedule' if curves is None else curves[0]}>"

    def plot(self, axes: Axes | None = None) -> Axes:
        """Draw the curves with matplotlib on `axes`, or on new ones, and return these."""
        found = self._native.curves()
        if found is None:
            raise _native.Error("a schedule has no curves; `svg` and `save` draw it")
        if axes is None:
            from matplotlib import pyplot

            axes = pyplot.figure().add_subplot()
        if not hasattr(axes, "plot"):
            raise TypeError(f"axes={axes!r}: the axes of one plot are wanted")
        title, ((x, x_is_logarithmic), (y, y_is_logarithmic)), curves = found
        for label, mark, points in curves:
            style: dict[str, Any] = {
                "steps": {"drawstyle": "steps-post"},
                "line": {},
                "dots": {"marker": "o"},
                "points": {"marker": "o", "linestyle": ""},
                "bars": {"drawstyle": "steps-mid"},
            }[mark]
            axes.plot([at for at, _ in points], [value for _, value in points], label=label, **style)
        axes.set(title=title, xlabel=x, ylabel=y)
        if x_is_logarithmic:
            axes.set_xscale("log")
        if y_is_logarithmic:
            axes.set_yscale("log")
        if len(curves) > 1:
            axes.legend()
        return axes


def kinds() -> dict[str, str]:
    """The kinds of plots of runs, each with what it shows."""
    return dict(_native.Figure.kinds())


def instant(at: float | str | datetime.timedelta | datetime.datetime, zone: str | None) -> str:
    """An instant as the laboratory reads it: seconds, a span, or a date of the log in its `zone`."""
    if isinstance(at, (np.datetime64, np.timedelta64)):
        at = at.astype(f"{'M' if isinstance(at, np.datetime64) else 'm'}8[us]").item()
    if isinstance(at, datetime.timedelta):
        return repr(at.total_seconds())
    if isinstance(at, datetime.datetime):
        if at.tzinfo is not None and zone is not None:
            import zoneinfo

            at = at.astimezone(zoneinfo.ZoneInfo(zone)).replace(tzinfo=None)
        return at.replace(tzinfo=None).isoformat()
    if not isinstance(at, (str, int, float)):
        raise TypeError(f"{at!r} is no instant: seconds, a text, a date or a timedelta is wanted")
    return at if isinstance(at, str) else repr(float(at))
