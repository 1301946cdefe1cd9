"""Citations: whether a claim's passage bears it out.

Nothing here asks a model. See `rag.checking` for how a claim is judged.

>>> passage = Evidence("p1", "Our probe needs no labels and halves the cost of annotation.")
>>> check("The probe needs no labels.", [passage]).support
'supported'
>>> check("The probe needs labels.", [passage]).support
'unsupported'
"""

from rag.checking.attributing import Attribution, attribute
from rag.checking.evidence import Evidence
from rag.checking.judging import UNSUPPORTED, Verdict, check

__all__ = [
    "UNSUPPORTED",
    "Attribution",
    "Evidence",
    "Verdict",
    "attribute",
    "check",
]
