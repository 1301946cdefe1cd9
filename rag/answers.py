"""What a question gets back: the values that `ask` returns and `--json` prints.

`Answer` is the contract with everything outside: the terminal, the browser, the eval runner and
whoever reads `paperchat ask --json`. Its JSON Schema lies beside it in `answer.schema.json`.

Citation numbers belong to papers: a paper keeps its number through a whole conversation, numbers
are given in order of appearance, and every number resolves to one citation.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "Answer",
    "Citation",
    "Claim",
    "Kind",
    "ListedPaper",
    "Place",
    "Span",
    "Support",
    "Timings",
    "Usage",
]

Kind = Literal["listing", "lookup", "comparison", "overview", "other"]
Support = Literal["supported", "partial", "unsupported"]


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Place(_Value):
    """A list and the position in it (from 1) at which a paper stood."""

    list: str
    position: int


class Span(_Value):
    """Words of an abstract: `abstract[start:end] == quote`."""

    quote: str
    start: int
    end: int


class Claim(_Value):
    """One sentence of an answer.

    Attributes:
        text: The sentence without its markers.
        citations: The numbers that it cites.
        support: What the check of the sentence against its passages found.
        reason: Why it is not fully supported; empty where it is.
        second_opinion: What a model thinks of it, where that was asked for and told.
    """

    text: str
    citations: tuple[int, ...]
    support: Support
    reason: str = ""
    second_opinion: Support | None = None


class Citation(_Value):
    """A paper that an answer cites, with the words that the answer rests on.

    Attributes:
        number: The paper's number in the conversation.
        passage: Whole sentences of the abstract that hold every cited span, verbatim.
        quote: The first cited span, verbatim.
        start: Where the quote begins in the abstract, in characters.
        end: Where it ends, exclusive.
        spans: Every cited span, the first one included.
        sources: Every place where the paper stood.
    """

    number: int
    paper_id: str
    title: str
    passage: str
    quote: str
    start: int
    end: int
    spans: tuple[Span, ...] = ()
    sources: tuple[Place, ...] = ()
    url: str | None = None


class ListedPaper(_Value):
    """A paper that answers a listing.

    Attributes:
        reason: The sentence of its abstract that shows that it belongs, verbatim.
        citation: The number of its citation.
        relevance: Between 0 and 1; papers are listed from the highest.
    """

    paper_id: str
    title: str
    reason: str
    citation: int | None
    relevance: float


class Timings(_Value):
    """How long each stage took, in milliseconds."""

    retrieve: float = 0.0
    answer: float = 0.0
    check: float = 0.0


class Usage(_Value):
    """What a model was sent and wrote, in tokens, and its cost where the price is known."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = None

    def __add__(self, other: Usage) -> Usage:
        if not self.prompt_tokens:
            return other
        if not other.prompt_tokens:
            return self
        known = self.cost_usd is not None and other.cost_usd is not None
        return Usage(
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            cost_usd=round((self.cost_usd or 0) + (other.cost_usd or 0), 6) if known else None,
        )


class Answer(_Value):
    """The whole answer to one question.

    Attributes:
        standalone_question: The question with its references to the conversation resolved.
        answer: Markdown with `[1]` markers.
        abstained: Whether the collection does not hold the answer.
        papers: For a listing, every paper that answers it, by relevance.
        borderline: Papers that may answer it, shown apart.
        left_out: How many sentences of a model were left out because no paper bears them out; they
            stand nowhere in the answer.
        answerer: `quoting`, or `model` where a language model wrote the text.
        model: The name of that model.
        notices: What the user has to know of how the answer came about: a fallback, markers
            removed, sentences left out. One line each.
    """

    question: str
    standalone_question: str
    kind: Kind
    answer: str
    abstained: bool
    claims: tuple[Claim, ...] = ()
    citations: tuple[Citation, ...] = ()
    papers: tuple[ListedPaper, ...] = ()
    borderline: tuple[ListedPaper, ...] = ()
    left_out: int = 0
    answerer: Literal["quoting", "model"] = "quoting"
    model: str | None = None
    notices: tuple[str, ...] = ()
    timings_ms: Timings = Field(default_factory=Timings)
    usage: Usage = Field(default_factory=Usage)
