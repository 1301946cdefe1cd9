"""The connections to an endpoint: where they may lead, and how long they may last."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import httpx

from rag.answering.endpoint import Endpoint
from rag.answering.faults import TooLong
from rag.errors import SettingsError

__all__ = ["Connections"]

# A reply of 8,192 tokens is 3 MB of events.
_MOST_BYTES = 20_000_000


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

    def close_latest(self) -> Callable[[], None]:
        """Give what closes the reply that this thread asked for last.

        The client of openai does not close a reply that is not read to its end, until Python
        collects garbage.
        """
        response: httpx.Response = self._of_thread.response
        return response.close

    def _opened(self, response: httpx.Response) -> None:
        if isinstance(response.stream, httpx.SyncByteStream):
            response.stream = _Bounded(response.stream, self._total)
        self._of_thread.response = response

    def _client(self, endpoint: Endpoint) -> httpx.Client:
        try:
            return httpx.Client(
                verify=httpx.create_ssl_context(),
                timeout=self.timeout,
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


class _Bounded(httpx.SyncByteStream):
    """The body of a reply, of bounded length and time.

    The client's time-out starts anew with every byte, so a server that sends one now and then,
    a comment to keep the connection say, would be waited for without end.
    """

    def __init__(self, stream: httpx.SyncByteStream, seconds: float) -> None:
        self._stream = stream
        self._seconds = seconds

    def __iter__(self) -> Iterator[bytes]:
        deadline = time.monotonic() + self._seconds
        length = 0
        for data in self._stream:
            length += len(data)
            if time.monotonic() > deadline:
                raise TooLong(f"within {self._seconds:g} seconds")
            if length > _MOST_BYTES:
                raise TooLong(f"in {_MOST_BYTES:,} bytes")
            yield data

    def close(self) -> None:
        self._stream.close()
