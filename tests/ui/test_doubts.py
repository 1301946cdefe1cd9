"""Sentences that the check doubts, marked where they stand."""

from __future__ import annotations

import pytest

from rag.answers import Claim
from tests.support.answers import made_answer
from ui.doubts import doubted
from ui.rendering import answer_text


def claim(text: str, support: str, reason: str = "") -> Claim:
    return Claim.model_validate(
        {"text": text, "citations": (1,), "support": support, "reason": reason}
    )


def shown(text: str, *claims: Claim) -> str:
    return answer_text(made_answer(text, claims=claims), [], "en")


def sign(support: str, mark: str, told: str) -> str:
    return (
        f' <span class="doubt {support}" tabindex="0" role="note">{mark}'
        f'<span class="reason">{told}</span></span>'
    )


def test_what_is_borne_out_is_not_marked() -> None:
    assert shown("Moss grows.", claim("Moss grows.", "supported")) == "Moss grows."


def test_a_sentence_that_is_not_borne_out_is_marked_with_the_reason() -> None:
    text = "Moss grows [1]. It won a prize [1]. ⚠️ So it is."
    reason = sign("unsupported", "⚠️", "Not borne out by the papers: no word of a \\<prize>")
    assert shown(text, claim("It won a prize.", "unsupported", "no word of a <prize>")) == (
        'Moss grows [1]. <span class="doubted unsupported">It won a prize [1].</span>'
        f"{reason} So it is."
    )


def test_a_sentence_that_is_partly_borne_out_has_another_sign() -> None:
    assert shown("It holds 3 litres. [2]", claim("It holds 3 litres.", "partial", "")) == (
        '<span class="doubted partial">It holds 3 litres. [2]</span>'
        + sign("partial", "◐", "Only partly borne out")
    )


@pytest.mark.parametrize(
    "text", ["Moss [1], they say, holds [2]  water.", "Moss, they [1] say,\nholds water [1][2]."]
)
def test_a_sentence_is_found_whatever_markers_stand_in_it(text: str) -> None:
    words = "Moss, they say, holds water."
    assert shown(text, claim(words, "partial")).startswith('<span class="doubted partial">Moss')


def test_a_sentence_that_is_not_in_the_text_marks_nothing() -> None:
    assert shown("Moss grows.", claim("Stones sing.", "unsupported"), claim("", "partial")) == (
        "Moss grows."
    )


def test_two_equal_sentences_are_marked_each_once() -> None:
    twice = claim("It sings.", "unsupported")
    assert shown("It sings. It sings.", twice, twice).count('class="doubted') == 2


def test_what_is_doubted_is_what_is_not_fully_supported() -> None:
    claims = [claim(one, one) for one in ("supported", "partial", "unsupported")]
    assert doubted(made_answer("", claims=tuple(claims))) == (claims[1], claims[2])
