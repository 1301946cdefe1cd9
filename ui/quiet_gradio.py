"""Gradio, kept quiet: every module here takes it from this one.

It reads these variables when it is imported. With them it tells nothing to anybody, looks nothing
up elsewhere and keeps no list of what was run.
"""

import os

os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
os.environ["GRADIO_RUN_HISTORY"] = "False"
os.environ["HF_HUB_OFFLINE"] = "1"

import gradio as gr
from gradio.processing_utils import save_bytes_to_cache
from gradio.utils import get_upload_folder

__all__ = ["get_upload_folder", "gr", "save_bytes_to_cache"]
