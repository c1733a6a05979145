"""Answers about runs and logs: sentences with the table they are about."""

from __future__ import annotations

import html
import os
from typing import TYPE_CHECKING

from . import _native
from .figures import Figure
from .tables import Table

if TYPE_CHECKING:
    import pandas


class Answer:
    """An answer: `sentences` to take away, and `table` with its numbers."""

    def __init__(self, native: _native.Answer):
        self._native = native

    @property
    def sentences(self) -> list[str]:
        """The answer in words."""
        return self._native.sentences

    @property
    def table(self) -> Table:
        """The answer in numbers: times in seconds, changes as shares."""
        return Table(self._native.table())

    @property
    def figure(self) -> Figure | None:
        """The figure of it, if there is one: of a what-if, how waits are spread before and after."""
        native = self._native.figure()
        return None if native is None else Figure(native)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows of `table`, for libraries."""
        return self.table.__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> pandas.DataFrame:
        """The numbers as a `pandas.DataFrame`."""
        return self.table.to_pandas()

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        sentences = "".join(f"<p>{html.escape(said)}</p>" for said in self.sentences)
        return sentences + self.table._repr_html_()


class Health:
    """A report on a log: `sections` by their titles, each with its sentences."""

    def __init__(self, sections: list[tuple[str, list[str]]]):
        self.sections = dict(sections)

    def __str__(self) -> str:
        return "\n".join(
            "\n  ".join([title, *sentences]) for title, sentences in self.sections.items()
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        def section(title: str, sentences: list[str]) -> str:
            lines = "".join(f"<li>{html.escape(said)}</li>" for said in sentences)
            return f"<h4>{html.escape(title)}</h4><ul>{lines}</ul>"

        return "".join(section(*one) for one in self.sections.items())


def validate(prefix: str | os.PathLike[str]) -> dict[str, float]:
    """Slurm's decisions in a measured run against ours, as `cosched validate slurm PREFIX`: how many
    were `planned` of `planned_by_slurm`, `started` of `started_by_slurm`, and both mean waits in
    seconds, when the passes begin as the log has them.
    """
    return dict(_native.validate(os.path.expanduser(os.fspath(prefix))))
