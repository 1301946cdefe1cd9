"""The stages of a request, told to whoever listens through LlamaIndex's instrumentation.

::

    with stage("retrieve") as tell:
        ...
        tell(hits=10)

LlamaIndex tells of its own calls in the same way, so a listener sees both, nested as they happen
(`ui.tracing`). What a stage tells are counts and names of ours, never a word of any text.
"""

from __future__ import annotations

import inspect
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from llama_index_instrumentation import get_dispatcher
from llama_index_instrumentation.dispatcher import active_instrument_tags
from llama_index_instrumentation.span import active_span_id

__all__ = ["Tell", "stage"]

_dispatcher = get_dispatcher(__name__)
_NO_ARGUMENTS = inspect.signature(lambda: None).bind()  # they would hold what was asked


class Tell(Protocol):
    """Adds to what is to be known of a stage."""

    def __call__(self, **facts: float | str) -> None:
        """Add facts, without a word of any text."""
        ...


@contextmanager
def stage(name: str) -> Iterator[Tell]:
    """Tell when a stage begins and when it has ended, and what becomes known of it in between.

    Args:
        name: What is done, as one word: letters alone.
    """
    facts: dict[str, float | str] = {}
    identifier = f"{name}-{uuid.uuid4()}"  # the form of LlamaIndex's own
    within = active_span_id.get()
    told: dict[str, Any] = {"id_": identifier, "bound_args": _NO_ARGUMENTS}
    _dispatcher.span_enter(**told, parent_id=within, tags=active_instrument_tags.get())
    token = active_span_id.set(identifier)
    try:
        yield lambda **more: facts.update(more)
    except BaseException as error:
        _dispatcher.span_drop(**told, err=error, facts=facts)
        raise
    else:
        _dispatcher.span_exit(**told, facts=facts)
    finally:
        # A generator that nobody waits for any more may be closed from anywhere.
        with suppress(ValueError):
            active_span_id.reset(token)
