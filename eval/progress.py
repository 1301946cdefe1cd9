"""How whoever waits for a measurement is told how far it is."""

from collections.abc import Callable

__all__ = ["Progress"]

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is to do."""
