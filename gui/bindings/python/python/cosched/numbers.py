"""What is asked for, checked: whole numbers, and names of columns."""

from __future__ import annotations

import operator
from typing import SupportsIndex, TypeVar

from ._native import Error


Value = TypeVar("Value")


class Named(dict[str, Value]):
    """Values by their names; one that is not there is refused with those that are."""

    def __missing__(self, name: object) -> Value:
        raise KeyError(f"there is no `{name}`; there are {', '.join(self)}")


def whole(name: str, value: SupportsIndex, least: int, most: int) -> int:
    """`value` as a whole number from `least` to `most`."""
    try:
        number = int(operator.index(value))
    except TypeError:
        raise TypeError(f"{name}={value!r}: a whole number is wanted") from None
    if not least <= number <= most:
        raise Error(f"{name}={number} is not allowed: a whole number from {least} to {most} is")
    return number
