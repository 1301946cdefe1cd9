"""Two words that have changed places: states as branches and trajectories as nodes.

Both words stand in the supporting sentence, as all around them does; but what the claim has near
the one stands near the other there. Told from the other side ("Y is beaten by X"), a sentence keeps
near each word what was near it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rag.checking.alignment import Alignment
from rag.checking.conflicts.conflict import Conflict
from rag.checking.context import lead, ties

__all__ = ["find"]

# By how much each word must fit the other's place better, of 1: among the 118 true claims of
# `eval/suites/claims` and of 30 more abstracts, the most is 0.016.
_BETTER = 0.03
_SAME = 0.8  # likeness from which on a word stands for the claim's own
_TELLING = 0.3  # the weight of a word that tells what is spoken of


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find two words of the claim each of which fits the other's place in the evidence better."""
    for sentence in alignment.support:
        for one, other in _crossed(alignment, sentence):
            words = alignment.claim.words
            yield Conflict(
                "crossing",
                f"the passage has “{words[one].text}” and “{words[other].text}” "
                "the other way round",
            )
            return


def _crossed(alignment: Alignment, sentence: int) -> Iterator[tuple[int, int]]:
    words, places = alignment.claim.words, _places(alignment, sentence)
    tied = {
        (number, place): ties(alignment, number, sentence, place)
        for number in places
        for place in places.values()
    }

    def gain(mine: int, theirs: int) -> float:
        own, other = tied[mine, places[mine]], tied[mine, places[theirs]]
        ahead, behind = lead(own, other, (mine, theirs))
        return behind - ahead

    for one, other in combinations(places, 2):
        apart = places[one] != places[other] and words[one].stem != words[other].stem
        if apart and min(gain(one, other), gain(other, one)) > _BETTER:
            yield one, other


def _places(alignment: Alignment, sentence: int) -> dict[int, int]:
    """Map the telling words of the claim to their places in a sentence that has each once."""
    found = {}
    for number, word in enumerate(alignment.claim.words):
        if word.quantity or word.weight < _TELLING:
            continue
        places = {
            match.word
            for match in alignment.matches[number]
            if match.sentence == sentence and not match.opposed and match.likeness >= _SAME
        }
        if len(places) == 1:
            found[number] = places.pop()
    return found
