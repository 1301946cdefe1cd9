"""What a model's tokens cost.

A price that the user sets (`PAPERCHAT_PRICE_IN`, `PAPERCHAT_PRICE_OUT`) holds for any endpoint, and
0 is one. Without one, OpenAI's own models have the prices below at OpenAI's own address; elsewhere
the same name may cost anything, so the cost is unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from rag.settings import OPENAI_URL

__all__ = ["PRICES", "Price", "price_of"]


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens."""

    read: float
    written: float

    def cost(self, read: int, written: int) -> float:
        """Give the cost of a call in US dollars; an upper bound where cached tokens are cheaper."""
        return (read * self.read + written * self.written) / 1_000_000


PRICES = {
    "gpt-4.1": Price(2.00, 8.00),
    "gpt-4.1-mini": Price(0.40, 1.60),
    "gpt-4.1-nano": Price(0.10, 0.40),
    "gpt-4o": Price(2.50, 10.00),
    "gpt-4o-mini": Price(0.15, 0.60),
    "gpt-5": Price(1.25, 10.00),
    "gpt-5-mini": Price(0.25, 2.00),
    "gpt-5-nano": Price(0.05, 0.40),
    "gpt-5.1": Price(1.25, 10.00),
}
"""Standard prices as listed in March 2026 (platform.openai.com/docs/pricing)."""


def price_of(
    model: str, base_url: str, *, read: float | None = None, written: float | None = None
) -> Price | None:
    """Give the price of a model at an endpoint; None where it is not known.

    Args:
        model: Its name.
        base_url: The endpoint's address.
        read: What the user says that its reading costs, in place of the listed price; what only
            the other is said of is free.
        written: The same of its writing.
    """
    theirs = urlsplit(base_url).hostname == urlsplit(OPENAI_URL).hostname
    listed = PRICES.get(model) if theirs else None
    if read is None and written is None:
        return listed
    other = listed or Price(0.0, 0.0)
    return Price(
        other.read if read is None else read, other.written if written is None else written
    )
