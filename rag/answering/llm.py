"""Answers written by a language model behind any OpenAI-compatible endpoint, through LlamaIndex.

The model is given numbered passages and nothing else. Its reply is streamed; what it thinks aloud
is left out and its citations are made canonical while it comes. Every fault of an endpoint becomes
an `EndpointError` of one line, in a known time: an answer is then quoted instead.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import openai
from llama_index.core.llms import ChatMessage, ChatResponse
from llama_index.llms.openai_like import OpenAILike

from prompts import Message, Prompt, load, without_marks
from rag.answering.budget import fill, prompt_tokens, reply_tokens
from rag.answering.checked import bare
from rag.answering.endpoint import Endpoint
from rag.answering.evidence import Completion, Draft, Evidence, NumberedPassage, as_told
from rag.answering.faults import explain, fault, no_chat, refused_option, retry_after, unfinished
from rag.answering.pricing import Price
from rag.answering.reasoning import ReasoningFilter, answer_of
from rag.answering.reply import Reply
from rag.answering.transport import Connections
from rag.answers import Usage
from rag.errors import SettingsError
from rag.markers import MarkerStream, parse
from rag.stages import stage
from rag.tokens import count_tokens

__all__ = ["ModelAnswerer"]

_WORD = re.compile(r"\w")
# With the variable that a prompt for it cannot do without.
_TASKS = {
    "answer": "passages",
    "condense": "question",
    "translate": "sentences",
    "second_opinion": "claims",
}


class ModelAnswerer:
    """Asks one model. Safe to use from several threads.

    Args:
        endpoint: Where the model is.
        prompts: A folder of the user's whose prompts take the place of ours.
        price: What its tokens cost, where that is known.

    Raises:
        SettingsError: The prompt, the model or a proxy cannot be used.
    """

    def __init__(
        self, endpoint: Endpoint, *, prompts: Path | None = None, price: Price | None = None
    ) -> None:
        self._endpoint = endpoint
        self._prompts = {task: _prompt(task, needed, prompts) for task, needed in _TASKS.items()}
        self._price = price
        # Made and loaded once, before anybody waits for a first token.
        self._model = _Model(endpoint)
        count_tokens("")

    def answer(self, evidence: Evidence) -> Iterator[str | Draft]:
        """Answer a question: pieces of text as they come, and last the draft.

        Raises:
            EndpointError: There is no usable answer; what came before is to be discarded.
        """
        messages, given = self._messages(evidence)
        known = {passage.number for passage in given}
        markers = MarkerStream(known)
        reply = Reply()
        for piece in self._model.ask(messages, reply):
            if shown := markers.feed(piece):
                yield shown
        if shown := markers.close():
            yield shown
        marked = parse(answer_of(reply.text), known)
        if not _WORD.search(bare(marked.text)):
            raise fault(self._endpoint, "the reply is empty", "Ask again, or name another model")
        yield Draft(
            text=marked.text,
            removed_markers=marked.removed,
            model=self._endpoint.model,
            usage=self._usage(messages, reply),
        )

    def complete(self, prompt: str) -> str:
        """Let the model answer a prompt as it stands, as a judge of answers is asked.

        Raises:
            EndpointError: There is no usable answer.
        """
        return answer_of(self._model.reply([Message("user", prompt)]).text)

    def perform(self, task: str, values: Mapping[str, str]) -> Completion:
        """Do a task that a prompt words.

        Raises:
            EndpointError: There is no usable reply.
        """
        prompt = self._prompts[task]
        messages = prompt.render(values)
        window = self._endpoint.context_window
        if _count(messages) > prompt_tokens(window):
            raise fault(
                self._endpoint,
                f"a window of {window} tokens has no room for the prompt {task}",
                "Raise PAPERCHAT_CONTEXT_WINDOW if the model's window is larger",
            )
        reply = self._model.reply(messages)
        # A weak model repeats the prompt where it does not know what to say.
        repeated = {line.strip() for one in prompt.messages for line in one.text.splitlines()}
        lines = without_marks(answer_of(reply.text)).splitlines()
        text = "\n".join(line for line in lines if line.strip() not in repeated).strip()
        if not text:
            raise fault(self._endpoint, "the reply is empty", "Ask again, or name another model")
        return Completion(text, self._usage(messages, reply))

    def _messages(self, evidence: Evidence) -> tuple[Sequence[Message], Sequence[NumberedPassage]]:
        """Word the prompt, with as many passages as fit."""
        values = {
            "history": as_told(evidence.history),
            "kind": evidence.kind,
            "standalone": evidence.standalone,
            "question": evidence.question,
        }
        prompt = self._prompts["answer"]
        window = self._endpoint.context_window
        room = prompt_tokens(window) - _count(prompt.render({**values, "passages": ""}))
        blocks = fill((one.told for one in evidence.passages), room, count_tokens)
        if evidence.passages and not blocks:
            raise fault(
                self._endpoint,
                f"a window of {window} tokens has no room for a passage beside this question",
                "Raise PAPERCHAT_CONTEXT_WINDOW if the model's window is larger, or ask shorter",
            )
        messages = prompt.render({**values, "passages": "\n\n".join(blocks)})
        return messages, evidence.passages[: len(blocks)]

    def _usage(self, messages: Sequence[Message], reply: Reply) -> Usage:
        """Give the tokens that the endpoint counted, or else those that we count."""
        read = reply.read_tokens or _count(messages)
        written = reply.written_tokens or count_tokens(reply.text)
        cost = round(self._price.cost(read, written), 6) if self._price else None
        return Usage(prompt_tokens=read, completion_tokens=written, cost_usd=cost)


def _prompt(task: str, needed: str, folder: Path | None) -> Prompt:
    prompt = load(task, folder)
    if needed not in prompt.variables:
        raise SettingsError(
            f"the prompt does not hold {{{needed}}}, so the model would not read it",
            where=str(prompt.file),
            remedy=f"Put {{{needed}}} into its text, and name it in its header",
        )
    return prompt


def _count(messages: Sequence[Message]) -> int:
    return sum(count_tokens(message.text) for message in messages)


class _Model:
    """A model behind its endpoint, and what the two understand."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._reply_tokens = reply_tokens(endpoint.context_window)
        self._connections = Connections(endpoint)
        self._llm = _llm(endpoint, self._connections)
        # What helps, and what some gateways and models refuse: they are asked without it then.
        self._options: dict[str, Any] = {
            "max_tokens": self._reply_tokens,
            "stream_options": {"include_usage": True},
            "temperature": self._llm.temperature,
        }

    def ask(self, messages: Sequence[Message], reply: Reply) -> Iterator[str]:
        """Give out the answer in a reply while it comes, and note down the whole reply.

        Raises:
            EndpointError: The reply is not whole, or there is none.
        """
        thinking = ReasoningFilter()
        asked = [ChatMessage(role=message.role, content=message.text) for message in messages]
        with stage("model") as tell:
            try:
                for response in self._responses(asked, reply):
                    if piece := thinking.feed(reply.take(response)):
                        yield piece
            except Exception as error:  # the client and its transport raise many kinds
                # Not chained: what they raise holds the request, and so the key.
                raise explain(error, self._endpoint) from None
            tell(read_tokens=reply.read_tokens, written_tokens=reply.written_tokens)
            if not reply.begun:
                raise no_chat(self._endpoint)
            if broken := unfinished(self._endpoint, reply.finish, self._reply_tokens):
                raise broken

    def reply(self, messages: Sequence[Message]) -> Reply:
        """Wait for a whole reply.

        Raises:
            EndpointError: The reply is not whole, or there is none.
        """
        reply = Reply()
        for _ in self.ask(messages, reply):
            pass
        return reply

    def _responses(self, asked: Sequence[ChatMessage], reply: Reply) -> Iterator[ChatResponse]:
        stream, response = self._open(asked)
        opened = self._connections.latest()
        try:
            while response is not None:
                yield response
                response = next(stream, None)
        finally:
            reply.ended = opened.ended
            opened.close()

    def _open(
        self, asked: Sequence[ChatMessage]
    ) -> tuple[Iterator[ChatResponse], ChatResponse | None]:
        """Ask, and wait for the first chunk; ask once more where that may help."""
        patient = True
        while True:
            options = self._options
            stream = self._llm.stream_chat(asked, **{"temperature": openai.omit, **options})
            try:
                return stream, next(stream, None)
            except Exception as error:
                refused = refused_option(error, frozenset(options))
                pause = retry_after(error) if patient else None
                if refused:
                    self._options = {name: options[name] for name in options if name != refused}
                elif pause is not None:
                    patient = False
                    time.sleep(pause)
                else:
                    raise


def _llm(endpoint: Endpoint, connections: Connections) -> OpenAILike:
    client = openai.OpenAI(
        # Local servers take any key, but an empty one makes a header that HTTP does not allow.
        api_key=endpoint.key or "none",
        base_url=endpoint.base_url,
        timeout=connections.timeout,
        # Its own retries sleep for up to two minutes where an endpoint asks for that.
        max_retries=0,
        http_client=connections.client,
    )
    # It imports its parts when they are first touched, for a second and more.
    _ = client.chat.completions.create
    try:
        return OpenAILike(  # type: ignore[call-arg]  # its own `__init__` takes the client
            model=endpoint.model,
            api_base=endpoint.base_url,
            api_key="",  # this object prints it; the client, which does not, has the key
            is_chat_model=True,
            context_window=endpoint.context_window,
            temperature=0.0,
            max_retries=0,
            openai_client=client,
        )
    except ValueError as error:
        raise SettingsError(
            f"{endpoint.model} answers in no chat",
            where="PAPERCHAT_MODEL",
            remedy="Name another model",
        ) from error
