"""Whole numbers that are asked for, checked."""

from __future__ import annotations

import operator
from typing import SupportsIndex

from ._native import Error


def whole(name: str, value: SupportsIndex, least: int, most: int) -> int:
    """`value` as a whole number from `least` to `most`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}={value!r}: a whole number is wanted") from None
    if not least <= number <= most:
        raise Error(f"{name}={number} is not allowed: a whole number from {least} to {most} is")
    return number
