"""Which embedder the settings name: the embedded one, or one that a user prefers."""

from __future__ import annotations

from pathlib import Path

from rag.embedding import Embedder, EndpointEmbedder, MiniLM
from rag.errors import SettingsError
from rag.model_files import ModelFiles
from rag.settings import MULTILINGUAL, Settings

__all__ = ["embedder_of"]

_ENDPOINT = "endpoint:"
_ENDPOINT_WINDOW = 512  # tokens; what the smallest of the common embedding models read


def embedder_of(settings: Settings) -> Embedder:
    """Make the embedder that settings name.

    Raises:
        SettingsError: They name none that there is.
        ModelFileError: Its files are missing or are not the pinned ones.
        EndpointError: It is behind an endpoint that gives no vectors.
    """
    named = settings.embedder
    if named is None:
        return MiniLM(ModelFiles.embedded())
    if named == MULTILINGUAL:
        from rag.multilingual import MultilingualE5

        return MultilingualE5()
    if named.startswith(_ENDPOINT):
        return EndpointEmbedder(
            model=named.removeprefix(_ENDPOINT),
            address=settings.address,
            api_key=settings.api_key,
            window=_ENDPOINT_WINDOW,
        )
    folder = Path(named)
    if not folder.is_dir():
        raise SettingsError(
            f"{named} is neither {MULTILINGUAL}, a folder nor endpoint:MODEL",
            where="PAPERCHAT_EMBEDDER",
            remedy="Name a folder with model.onnx and tokenizer.json, or unset it",
        )
    return MiniLM(ModelFiles.folder(folder), name=f"folder:{folder.name}")
