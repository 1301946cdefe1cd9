"""What a reader sees where something on the page fails that nobody foresaw: its id, not its inside.

Gradio would show an exception's own words, which may quote what others asked or wrote.
"""

from __future__ import annotations

import html
import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import Any

from rag.errors import PaperchatError
from ui.language import Language, said
from ui.quiet_gradio import gr
from ui.requests import Request

__all__ = ["guarded"]


def guarded(do: Callable[..., Any], language: Callable[..., Language]) -> Callable[..., Any]:
    """Guard what is done when something happens on the page, whichever kind of function it is.

    Args:
        do: What is done; Gradio still sees its parameters.
        language: Tells the language of the page from what `do` is given.
    """
    name = _name(do)

    @wraps(do)
    def plain(*values: Any) -> Any:
        with _told(name, language(*values)):
            return do(*values)

    @wraps(do)
    def steps(*values: Any) -> Iterator[Any]:
        with _told(name, language(*values)):
            yield from do(*values)

    @wraps(do)
    async def awaited_steps(*values: Any) -> AsyncIterator[Any]:
        with _told(name, language(*values)):
            async for step in do(*values):
                yield step

    if inspect.isasyncgenfunction(do):
        return awaited_steps
    return steps if inspect.isgeneratorfunction(do) else plain


def _name(do: Callable[..., Any]) -> str:
    function: Any = do.func if isinstance(do, partial) else do
    return f"{function.__module__.rpartition('.')[2]}.{function.__name__.lstrip('_')}"


@contextmanager
def _told(what: str, language: Language) -> Iterator[None]:
    request = Request(what)
    try:
        yield
    except PaperchatError as error:
        raise _error(str(error)) from None
    except gr.Error:
        raise
    except Exception as error:
        request.ended(error)
        raise _error(said("page.unforeseen", language, request=request.id)) from None


def _error(text: str) -> gr.Error:
    return gr.Error(html.escape(text), print_exception=False)
