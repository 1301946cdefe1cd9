"""Every error that paperchat raises on purpose.

::

    PaperchatError
    ├── SettingsError         a setting has a value that cannot be used
    ├── InputError            a file or a question cannot be read
    ├── CollectionError       a collection cannot be opened or changed
    │   ├── CollectionMissing     no collection has this name
    │   ├── CollectionMismatch    made with another embedder, or by another version
    │   ├── CollectionBusy        another process is writing, for longer than we wait
    │   └── CollectionDamaged     its index on disk cannot be read
    ├── ModelFileError        a model file is missing or is not the one that was pinned
    └── EndpointError         the language model's endpoint gave no usable reply

A message has three parts: what happened, where, and what to do about it. Errors are caught at
the edges (the command line, the browser, the eval runner); in between they are only caught to
add the place.
"""

__all__ = [
    "CollectionBusy",
    "CollectionDamaged",
    "CollectionError",
    "CollectionMismatch",
    "CollectionMissing",
    "EndpointError",
    "InputError",
    "ModelFileError",
    "PaperchatError",
    "SettingsError",
]


class PaperchatError(Exception):
    """Something went wrong that a user can understand and act on.

    Args:
        what: What happened, without a full stop.
        where: The file, line, collection, address or setting that it happened at.
        remedy: What the user can do, as an imperative sentence without a full stop.
    """

    def __init__(self, what: str, *, where: str, remedy: str) -> None:
        super().__init__(f"{where}: {what}. {remedy}.")
        self.what = what
        self.where = where
        self.remedy = remedy


class SettingsError(PaperchatError):
    """A setting has a value that cannot be used."""


class InputError(PaperchatError):
    """A file or a question cannot be read."""


class CollectionError(PaperchatError):
    """A collection cannot be opened or changed."""


class CollectionMissing(CollectionError):
    """No collection has this name."""


class CollectionMismatch(CollectionError):
    """A collection was made with another embedder or by another version of paperchat."""


class CollectionBusy(CollectionError):
    """Another process has been writing to the data folder for longer than we wait."""


class CollectionDamaged(CollectionError):
    """A collection's index on disk cannot be read."""


class ModelFileError(PaperchatError):
    """A model file is missing, or is not the one that was pinned."""


class EndpointError(PaperchatError):
    """The language model's endpoint gave no usable reply."""
