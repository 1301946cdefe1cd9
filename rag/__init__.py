"""The library behind paperchat: from lists of abstracts to answers with citations.

Data moves one way::

    lists -> readers -> papers -> passages -> embeddings -> collection (and its lexical index)
    question -> retrieval -> answering -> citations -> Answer

`rag.assistant` is the front door. Nothing in here prints, and nothing in here knows Gradio.
"""

import os

# Before any library is imported, whoever imports it first. onnxruntime, from 1.29, keeps a number
# of the device in the user's folder and tells its maker of every model that is loaded; it reads
# this once, while it starts, and takes no later word for it (its Privacy.md).
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
