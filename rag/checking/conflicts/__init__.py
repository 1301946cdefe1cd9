"""What the evidence says otherwise: one file a kind of corruption.

Each file has one function, `find(alignment)`, which yields the conflicts of its kind.
What a conflict takes, and the shares from which on it is one, are measured all together, on claims
that were written for that: `paperchat eval --claims eval/suites/claims/claims.jsonl`.
"""
