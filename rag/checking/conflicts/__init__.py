"""What the evidence says otherwise: one file a kind of corruption.

Each file has one function, `find(alignment)`, which yields the conflicts of its kind.
"""
