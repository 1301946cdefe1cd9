"""The check of a claim against the passages that it cites, without a model.

::

    spelling      markup and variant spellings
    reading       a sentence as words, numbers and names, with what is negated or hedged
    lexicon       which words can stand for each other, and which are opposites
    quantities    numbers and their units, however they are written
    alignment     which words of a claim the evidence has, and where
    statements    whether a sentence claims anything
    repeating     claims that repeat their evidence to the letter
    comparing     what a sentence says is better than what
    context       which place of the evidence fits a word of the claim
    conflicts     what the evidence says otherwise: one file a kind of corruption
    denial        a claim without its negation
    judging       the verdict
    attributing   which passage supports a sentence that cites another one, or none

`rag.citations` is the way in.
"""
