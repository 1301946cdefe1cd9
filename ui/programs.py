"""What programs may ask: the same three functions over HTTP and as the tools of an MCP server.

Gradio derives both from the functions' types and docstrings, so those speak to whoever calls.
Nothing else that the page does has a name in either.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from fastapi.responses import JSONResponse

from rag.answers import Answer
from rag.assistant import Assistant, answered
from rag.errors import InputError, PaperchatError
from rag.workspace import Workspace
from ui.door import visitor_of
from ui.limits import Limits
from ui.quiet_gradio import gr
from ui.requests import Request
from ui.searching import found, records

__all__ = ["LONGEST_CONVERSATION", "Programs", "serve_tools", "tell_wrong_calls"]

LONGEST_CONVERSATION = 20
"""Questions; each of them is answered anew."""

_AT_ONCE = 32  # calls; others wait

# An exception's own words may quote what others asked or wrote.
_UNFORESEEN = (
    "paperchat failed in a way that was not foreseen. Where it was started, the line of request {} "
    "tells more; please report it."
)

Value = TypeVar("Value")


class Programs:
    """The functions.

    Args:
        workspace: The collections, and who answers.
        limits: How much a visitor may ask.
        collection: The one that is asked where a program names none.
    """

    def __init__(self, workspace: Workspace, limits: Limits, collection: str | None = None) -> None:
        self._workspace = workspace
        self._limits = limits
        self._collection = collection
        # Threads of its own: a slow model takes none from the page.
        self._threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="programs")

    def offer(self) -> None:
        """Add the functions to the page that is being built."""
        for function in (self.ask, self.search, self.get_paper):
            # Not through the queue: Gradio's MCP server would call it by whatever address the
            # caller wrote into a header.
            gr.events.api(function, api_name=function.__name__, queue=False)

    async def ask(
        self,
        request: gr.Request,
        question: str,
        after: list[str] | None = None,
        collection: str | None = None,
    ) -> dict[str, Any]:
        """Answer a question from a collection of paper abstracts, each sentence cited.

        Args:
            request: Where the call comes from.
            question: The question, in a sentence or a few words.
            after: The earlier questions of the conversation, the first one first.
            collection: The name of a collection; without one, the server's own is asked.

        Returns:
            The answer, as `paperchat ask --json` prints it: `answer` is Markdown with [1] markers,
            `citations` says which paper and which words each number stands for, `claims` whether
            each sentence is borne out, `papers` holds every paper that answers a listing, and
            `abstained` is true where the collection does not hold the answer.
        """
        work = partial(self._answers, visitor_of(request), after, question, collection)
        answers = await self._do(Request("ask", after=after, question=question), work)
        return answers[-1].model_dump(mode="json")

    async def search(
        self, request: gr.Request, topic: str, collection: str | None = None
    ) -> list[dict[str, Any]]:
        """List every paper of a collection that is about a topic.

        Args:
            request: Where the call comes from.
            topic: What the papers should be about, in a few words.
            collection: The name of a collection; without one, the server's own is searched.

        Returns:
            The papers, the most relevant first, as `paperchat search --json` prints them: `id`,
            `title`, `abstract`, where it stood, and in `reason` the sentence that shows why.
        """
        work = partial(self._search, visitor_of(request), topic, collection)
        return await self._do(Request("search", topic=topic), work)

    async def get_paper(self, paper_id: str, collection: str | None = None) -> dict[str, Any]:
        """Give all that a collection knows of a paper: title, abstract, authors, links, places.

        Args:
            paper_id: The paper's `id` in what `search` found, its `paper_id` in an answer.
            collection: The name of a collection; without one, the server's own is meant.

        Returns:
            The paper.
        """
        work = partial(self._paper, paper_id, collection)
        return await self._do(Request("get_paper", paper_id=paper_id), work)

    async def _do(self, request: Request, work: Callable[[], Value]) -> Value:
        try:
            with request:
                return await asyncio.get_running_loop().run_in_executor(
                    self._threads, _traced, request, work
                )
        except PaperchatError as error:
            raise _Told(str(error)) from None
        except Exception:
            raise _Told(_UNFORESEEN.format(request.id)) from None

    def _assistant(self, named: str | None) -> Assistant:
        named = _text(named, "collection") if named else None
        return self._workspace.assistant(named or self._collection)

    def _answers(
        self, visitor: str, after: list[str] | None, question: str, collection: str | None
    ) -> list[Answer]:
        if not isinstance(after, list | None):
            raise _wrong("after", "a list of questions")
        turns = [_text(one, "after") for one in after or []] + [_text(question, "question")]
        if len(turns) > LONGEST_CONVERSATION:
            raise InputError(
                f"the conversation has {len(turns):,} questions",
                where="after",
                remedy=f"Send at most the last {LONGEST_CONVERSATION}",
            )
        answers: list[Answer] = []
        for turn in turns:
            with self._limits.question(visitor):
                answers.append(answered(self._assistant(collection), turn, answers))
        return answers

    def _search(self, visitor: str, topic: str, collection: str | None) -> list[dict[str, Any]]:
        with self._limits.question(visitor):
            return records(*found(self._assistant(collection), _text(topic, "topic")))

    def _paper(self, paper_id: str, collection: str | None) -> dict[str, Any]:
        papers = self._assistant(collection).papers([_text(paper_id, "paper_id")])
        if not papers:
            raise InputError(
                "no paper of the collection has this id",
                where="paper_id",
                remedy="Take one that search or ask gave",
            )
        return records(papers, {})[0]


def _traced(request: Request, work: Callable[[], Value]) -> Value:
    with request.traced():
        return work()


def _text(value: Any, where: str) -> str:
    """Take an argument that is to be text: over HTTP, Gradio hands on whatever was sent."""
    if not isinstance(value, str):
        raise _wrong(where, "text")
    return value


def _wrong(where: str, wanted: str) -> InputError:
    return InputError(f"this is not {wanted}", where=where, remedy=f"Send {wanted}, in JSON")


class _Told(gr.Error):
    """What a caller is told, in our own words and without a trace on the server's terminal."""

    def __init__(self, message: str) -> None:
        super().__init__(message, print_exception=False)

    def __str__(self) -> str:
        return str(self.message)  # Gradio's own puts it into quotes


def tell_wrong_calls(app: Any) -> None:
    """Make a mounted page tell what is wrong with a call by an unknown name.

    Gradio fails at a name of a function or of an argument that it does not know, and at an argument
    that is missing, and says no more than that.
    """

    async def told(request: Any, error: Exception) -> JSONResponse:
        if "/call/v2/" not in request.url.path:
            raise error
        unknown = isinstance(error, KeyError)
        what = f"there is no function {error}" if unknown else str(error)
        return JSONResponse({"detail": what}, 404 if unknown else 422)

    app.add_exception_handler(TypeError, told)
    app.add_exception_handler(KeyError, told)


def serve_tools(page: gr.Blocks) -> None:
    """Make the MCP server of a mounted page offer its tools, in JSON, and nothing else.

    Gradio's answers what it has none of, resources and prompts, by a request to whatever address
    the caller wrote into a header; and it gives a tool's result as Python would print it.
    """
    server = page.mcp_server_obj
    if server is None:
        raise TypeError("the page was mounted without an MCP server")
    types = server.types
    for kind in (
        types.ListResourcesRequest,
        types.ListResourceTemplatesRequest,
        types.ReadResourceRequest,
        types.ListPromptsRequest,
        types.GetPromptRequest,
    ):
        del server.mcp_server.request_handlers[kind]

    def as_json(values: list[Any], root_url: str) -> list[Any]:
        del root_url  # no value of ours is a file
        texts = (json.dumps(value, ensure_ascii=False) for value in values)
        return [types.TextContent(type="text", text=text) for text in texts]

    server.postprocess_output_data = as_json  # type: ignore[assignment, method-assign]
