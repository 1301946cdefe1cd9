"""The connections to an endpoint: where they may lead, and how long they may last.

What comes over them is a stream of events. An endpoint that does not stream sends a whole reply, or
its error, as one JSON object; that is made the one event of a stream.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx

from rag.answering.endpoint import Endpoint
from rag.answering.faults import TooLong
from rag.errors import SettingsError

__all__ = ["Connections"]

# A reply of 8,192 tokens is 3 MB of events.
_MOST_BYTES = 20_000_000
_END = b"data: [DONE]\n\n"
_ENDED = re.compile(rb"(?:^|[\r\n])data: ?\[DONE\]\s*\Z")


class Connections:
    """The connections to one endpoint. Safe to use from several threads.

    Attributes:
        timeout: How long they are waited for, as the client wants it said.
        client: The client that makes them.

    Raises:
        SettingsError: A proxy or a certificate that the environment names cannot be used.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        waits = endpoint.timeouts
        self.timeout = httpx.Timeout(waits.silence, connect=waits.connect)
        self.client = self._client(endpoint)
        self._total = waits.total
        self._of_thread = threading.local()

    def latest(self) -> Opened:
        """Give the reply that this thread asked for last."""
        opened: Opened = self._of_thread.opened
        return opened

    def _opened(self, response: httpx.Response) -> None:
        self._of_thread.opened = Opened(response, self._total)

    def _client(self, endpoint: Endpoint) -> httpx.Client:
        try:
            return httpx.Client(
                verify=httpx.create_ssl_context(),
                timeout=self.timeout,
                # Compressed, a stream is held back, and its length is no bound.
                headers={"Accept-Encoding": "identity"},
                # A proxy leads away from this machine, and a redirect leads anywhere.
                trust_env=not endpoint.is_local,
                follow_redirects=False,
                # As many questions at once as there are users; each has its time-outs.
                limits=httpx.Limits(max_connections=None, max_keepalive_connections=20),
                event_hooks={"response": [self._opened]},
            )
        except (ImportError, ValueError, httpx.InvalidURL) as error:
            raise SettingsError(
                f"the proxy cannot be used ({error})",
                where="HTTPS_PROXY, HTTP_PROXY or ALL_PROXY",
                remedy="Correct it, or unset it",
            ) from error
        except OSError as error:
            raise SettingsError(
                f"the certificates cannot be read ({error})",
                where="SSL_CERT_FILE or SSL_CERT_DIR",
                remedy="Correct it, or unset it",
            ) from error


class Opened:
    """A reply whose beginning has come.

    Raises:
        httpx.DecodingError: It is compressed, though it was not to be.
    """

    def __init__(self, response: httpx.Response, seconds: float) -> None:
        self._response = response
        if response.headers.get("Content-Encoding", "identity") != "identity":
            raise httpx.DecodingError("the reply is compressed", request=response.request)
        if isinstance(response.stream, httpx.SyncByteStream):
            whole = "json" in response.headers.get("Content-Type", "") and response.is_success
            body = _Bounded(response.stream, seconds)
            response.stream = self._body = _OneEvent(body) if whole else body

    @property
    def ended(self) -> bool:
        """Whether the endpoint has said that the reply is whole, in the last of its events."""
        return self._body.ended

    def close(self) -> None:
        """Close it.

        The client of openai does not close a reply that is not read to its end, until Python
        collects garbage.
        """
        self._response.close()


class _Bounded(httpx.SyncByteStream):
    """The body of a reply, of bounded length and time.

    The client's time-out starts anew with every byte, so a server that sends one now and then,
    a comment to keep the connection say, would be waited for without end.

    Attributes:
        ended: Whether it ends as a stream of events does.
    """

    def __init__(self, stream: httpx.SyncByteStream, seconds: float) -> None:
        self.ended = False
        self._stream = stream
        self._seconds = seconds

    def __iter__(self) -> Iterator[bytes]:
        deadline = time.monotonic() + self._seconds
        length = 0
        last = b""
        for data in self._stream:
            length += len(data)
            if time.monotonic() > deadline:
                raise TooLong(f"within {self._seconds:g} seconds")
            if length > _MOST_BYTES:
                raise TooLong(f"in {_MOST_BYTES:,} bytes")
            last = (last + data)[-2 * len(_END) :]
            self.ended = bool(_ENDED.search(last))
            yield data

    def close(self) -> None:
        self._stream.close()


class _OneEvent(httpx.SyncByteStream):
    """A whole reply, or an error, as the one event of a stream.

    Attributes:
        ended: Whether it was a whole reply.
    """

    def __init__(self, stream: _Bounded) -> None:
        self.ended = False
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        body = b"".join(self._stream)
        event = _event(body)
        self.ended = event is not None
        # What is neither may be events under the wrong name.
        yield body if event is None else b"data: %s\n\n%s" % (json.dumps(event).encode(), _END)

    def close(self) -> None:
        self._stream.close()


def _event(body: bytes) -> dict[str, Any] | None:
    """Make an event of a whole reply or an error; None where it is neither.

    What a whole reply calls a message is what a chunk of one adds to it.
    """
    try:
        reply = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(reply, dict):
        return None
    if error := reply.get("error"):
        return {"error": error if isinstance(error, dict) else {"message": str(error)}}
    choices = reply.get("choices")
    choices = choices if isinstance(choices, list) else []
    whole = [one for one in choices if isinstance(one, dict) and "message" in one]
    chunks = [one | {"delta": one["message"]} for one in whole]
    return reply | {"choices": chunks} if chunks else None
