"""What fits into a model's window.

The window is shared by the prompt and the reply. Tokens are counted as cl100k_base counts them,
which is not how the model at hand does, so a margin is kept.

>>> fill(["one", "two", "three"], room=2, count=len)
()
>>> fill(["one", "two", "three"], room=7, count=len)
('one', 'two')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

__all__ = ["fill", "prompt_tokens", "reply_tokens"]

# A quarter of a small window; a large one leaves room for a model that reasons before it writes.
_REPLY_SHARE = 4
_LONGEST_REPLY = 8192
# What other tokenizers may need more than cl100k_base: SmolLM2's small one, and the template of a
# chat, needed 1.17 times the tokens of our prompt.
_MARGIN = 1.25


def reply_tokens(window: int) -> int:
    """Give how many tokens of a window are kept for the reply."""
    return min(window // _REPLY_SHARE, _LONGEST_REPLY)


def prompt_tokens(window: int) -> int:
    """Give how many tokens, counted as cl100k_base, a prompt for a window may have."""
    return int((window - reply_tokens(window)) / _MARGIN)


def fill(blocks: Iterable[str], room: int, count: Callable[[str], int]) -> tuple[str, ...]:
    """Take blocks, from the first on, as long as they fit."""
    taken: list[str] = []
    for block in blocks:
        room -= count(block)
        if room < 0:
            break
        taken.append(block)
    return tuple(taken)
