"""The library behind paperchat: from lists of abstracts to answers with citations.

Data moves one way::

    lists -> readers -> papers -> passages -> embeddings -> collection (and its lexical index)
    question -> retrieval -> answering -> citations -> Answer

`rag.assistant` is the front door. Nothing in here prints, and nothing in here knows Gradio.
"""
