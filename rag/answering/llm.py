"""Answers written by a language model behind any OpenAI-compatible endpoint, through LlamaIndex.

The model is given numbered passages and nothing else. Its reply is streamed; what it thinks aloud
is left out and its citations are made canonical while it comes. Every fault of an endpoint becomes
an `EndpointError` of one line, in a known time: an answer is then quoted instead.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prompts import Message, load
from rag.answering.budget import fill, prompt_tokens, reply_tokens
from rag.answering.endpoint import Endpoint
from rag.answering.evidence import Draft, Evidence, NumberedPassage
from rag.answering.faults import TooLong, explain, fault, retry_after, unfinished
from rag.answering.pricing import Price, price_of
from rag.answering.reasoning import ReasoningFilter
from rag.answers import Usage
from rag.errors import EndpointError
from rag.markers import MarkerStream
from rag.tokens import count_tokens

if TYPE_CHECKING:
    from llama_index.llms.openai_like import OpenAILike

__all__ = ["ModelAnswerer"]

_LONGEST_TURN = 1_000  # characters of an earlier answer that a model is told
_TURNS = 4


class ModelAnswerer:
    """Asks one model. Safe to use from several threads.

    Args:
        endpoint: Where the model is.
        prompts: A folder of the user's whose prompts take the place of ours.
        price: What its tokens cost, where the user says so.

    Raises:
        SettingsError: The prompt cannot be used.
    """

    def __init__(
        self, endpoint: Endpoint, *, prompts: Path | None = None, price: Price | None = None
    ) -> None:
        self._endpoint = endpoint
        self._prompt = load("answer", prompts)
        self._price = price or price_of(endpoint.model, endpoint.base_url)
        # Made, imported and loaded once, before anybody waits for a first token.
        self._client = _client(endpoint)
        count_tokens("")

    def answer(self, evidence: Evidence) -> Iterator[str | Draft]:
        """Answer a question: pieces of text as they come, and last the draft.

        Raises:
            EndpointError: There is no usable answer; what came before is to be discarded.
        """
        messages, given = self._messages(evidence)
        markers = MarkerStream([passage.number for passage in given])
        reply = _Reply(self._endpoint)
        text = ""
        for piece in reply.stream(self._client, messages):
            shown = markers.feed(piece)
            text += shown
            if shown:
                yield shown
        rest = markers.close()
        if rest:
            yield rest
        text += rest
        if not text.strip():
            raise fault(self._endpoint, "the reply is empty", "Ask again, or name another model")
        read = reply.read_tokens or sum(count_tokens(message.text) for message in messages)
        written = reply.written_tokens or count_tokens(reply.text)
        yield Draft(
            text=text,
            markers=tuple(markers.markers),
            removed_markers=markers.removed,
            passages=len(given),
            model=self._endpoint.model,
            usage=Usage(
                prompt_tokens=read,
                completion_tokens=written,
                cost_usd=round(self._price.cost(read, written), 6) if self._price else None,
            ),
            first_token_ms=reply.first_token_ms,
        )

    def _messages(self, evidence: Evidence) -> tuple[Sequence[Message], Sequence[NumberedPassage]]:
        """Word the prompt, with as many passages as fit."""
        history = "\n\n".join(
            f"Question: {turn.question}\nAnswer: {turn.answer[:_LONGEST_TURN]}"
            for turn in evidence.history[-_TURNS:]
        )
        values = {
            "history": history,
            "kind": evidence.kind,
            "standalone": evidence.standalone,
            "question": evidence.question,
        }
        frame = self._prompt.render({**values, "passages": ""})
        room = prompt_tokens(self._endpoint.context_window)
        room -= sum(count_tokens(message.text) for message in frame)
        blocks = fill((_block(one) for one in evidence.passages), room, count_tokens)
        messages = self._prompt.render({**values, "passages": "\n\n".join(blocks)})
        return messages, evidence.passages[: len(blocks)]


def _block(numbered: NumberedPassage) -> str:
    """Word a passage with the facts of its paper, which a question may be about."""
    paper = numbered.paper
    facts = [", ".join(paper.authors), paper.venue or "", str(paper.year or "")]
    known = "; ".join(fact for fact in facts if fact)
    heading = f"[{numbered.number}] {paper.title}" + (f" ({known})" if known else "")
    return f"{heading}\n{numbered.passage.text}"


def _client(endpoint: Endpoint) -> OpenAILike:
    import httpx
    import llama_index.core.llms  # noqa: F401 - needed by the first answer
    from llama_index.llms.openai_like import OpenAILike

    waits = endpoint.timeouts
    client = OpenAILike(
        model=endpoint.model,
        api_base=endpoint.base_url,
        # Local servers take any key, but the client insists on one.
        api_key=endpoint.key or "none",
        is_chat_model=True,
        context_window=endpoint.context_window,
        max_tokens=reply_tokens(endpoint.context_window),
        temperature=0.0,
        timeout=waits.silence,  # LlamaIndex hands it to every request, over the client's own
        max_retries=0,  # we ask once more ourselves, where that is of use and in a known time
        http_client=httpx.Client(  # type: ignore[call-arg]  # its own `__init__` takes it
            timeout=httpx.Timeout(waits.silence, connect=waits.connect),
            trust_env=not endpoint.is_local,
        ),
    )
    # The client of openai imports its parts when they are first touched, for a second and more.
    _ = client._get_client().chat.completions.create
    return client


class _Reply:
    """One reply while it comes."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._started = time.monotonic()
        self.text = ""
        self.first_token_ms = 0.0
        self.read_tokens = 0
        self.written_tokens = 0

    def stream(self, client: OpenAILike, messages: Sequence[Message]) -> Iterator[str]:
        """Give out the answer in the reply; asked once more where nothing has come of it yet."""
        try:
            yield from self._once(client, messages)
        except EndpointError:
            raise
        except Exception as error:  # the client and its transport raise many kinds
            pause = retry_after(error)
            if pause is None or self.text:
                raise explain(error, self._endpoint) from None
            time.sleep(pause)
            try:
                yield from self._once(client, messages)
            except EndpointError:
                raise
            except Exception as again:
                raise explain(again, self._endpoint) from None

    def _once(self, client: OpenAILike, messages: Sequence[Message]) -> Iterator[str]:
        from llama_index.core.llms import ChatMessage

        thinking = ReasoningFilter()
        finish: str | None = None
        asked = [ChatMessage(role=message.role, content=message.text) for message in messages]
        options = {"stream_options": {"include_usage": True}}
        for response in client.stream_chat(asked, **options):
            if time.monotonic() - self._started > self._endpoint.timeouts.total:
                raise TooLong(f"within {self._endpoint.timeouts.total:g} seconds")
            finish = _finish(response.raw) or finish
            self._count(response.raw)
            piece = thinking.feed(response.delta or "")
            self.text += response.delta or ""
            if piece:
                self.first_token_ms = self.first_token_ms or self._elapsed_ms()
                yield piece
        broken = unfinished(self._endpoint, finish, reply_tokens(self._endpoint.context_window))
        if broken:
            raise broken

    def _elapsed_ms(self) -> float:
        return round(1000 * (time.monotonic() - self._started), 2)

    def _count(self, chunk: Any) -> None:
        usage = getattr(chunk, "usage", None)
        if usage is not None:
            self.read_tokens = usage.prompt_tokens or self.read_tokens
            self.written_tokens = usage.completion_tokens or self.written_tokens


def _finish(chunk: Any) -> str | None:
    choices = getattr(chunk, "choices", None) or []
    return next((choice.finish_reason for choice in choices if choice.finish_reason), None)
