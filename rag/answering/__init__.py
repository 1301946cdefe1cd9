"""From a question that is understood to an answer.

::

    quoting         an answer of the abstracts' own sentences; lookup, listing, comparison, overview
    llm             a model at an endpoint: endpoint, transport, faults, reasoning, budget, pricing
    rewording       a question that only a model understands, worded for the search
    written         an answer that a model writes, from what it reads to what is left of it
    pieces          its sentences while they come; checked, judging, literals: what bears them out
    translating     an answer in another language, worded in English for the check
    strictness      whether what nothing bears out is left out; record: what that rests on
    second_opinion  what a model thinks of the claims
    references      the numbers of papers and the words that are cited
"""
