"""Gradio, kept quiet: every module here takes it from this one.

It reads these variables when it is imported. With them it tells nothing to anybody, looks nothing
up elsewhere and keeps no list of what was run.

Nor does it fetch what a visitor names: for any value that says it is a file at an address, and for
`/gradio_api/file=ADDRESS`, it would ask that address, and the world's name servers for it, on the
visitor's behalf. No file of the page comes from elsewhere.
"""

import os
from typing import Any, NoReturn

os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
os.environ["GRADIO_RUN_HISTORY"] = "False"
os.environ["HF_HUB_OFFLINE"] = "1"

import gradio as gr
from gradio import processing_utils
from gradio.processing_utils import save_bytes_to_cache
from gradio.utils import get_upload_folder

__all__ = ["get_upload_folder", "gr", "save_bytes_to_cache"]


async def _refuse(*address: Any, **options: Any) -> NoReturn:
    del address, options
    raise gr.Error("Nothing is fetched from elsewhere.", print_exception=False)


# The one package by which its server reaches others, whoever is asked for.
_fetching: Any = vars(processing_utils)["sh"]
_fetching.get = _refuse
_fetching.async_validate_url = _refuse
