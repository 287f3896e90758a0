"""Enums that later versions of the service may extend."""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class OpenEnum(StrEnum):
    """An enum that keeps a word it does not know: it reads and compares as that word, and `is_known` is false.

    A `match` over such an enum needs a last `case _`: the list of words may grow.
    """

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str):
            return None
        word = str.__new__(cls, value)
        word._name_ = value
        word._value_ = value
        return word

    @property
    def is_known(self) -> bool:
        """Tells whether this version of the library knows the word."""
        return self._name_ in type(self).__members__
