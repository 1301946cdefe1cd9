"""What went wrong at an endpoint, in one line that says what, where and what to do.

The key never appears in it, not even where the endpoint repeats it in its own message.
"""

from __future__ import annotations

import socket
import ssl
import urllib.request
from collections.abc import Iterator
from json import JSONDecodeError
from urllib.parse import urlsplit

import httpx
from openai import APIError, APIStatusError

from rag.answering.endpoint import Endpoint
from rag.errors import EndpointError
from rag.readers.cleaning import printable

__all__ = ["TooLong", "explain", "fault", "no_chat", "refused_option", "retry_after", "unfinished"]

_ADDRESS = "correct OPENAI_BASE_URL"
_CORRECT_ADDRESS = "Correct OPENAI_BASE_URL"
_V1 = "Correct OPENAI_BASE_URL; most end in /v1"
_LATER = "Ask again later"
_STATUSES = {
    401: ("it does not accept the key", "Set OPENAI_API_KEY to a key of this endpoint"),
    402: ("the account has no credit", "Add credit to the account, or name another endpoint"),
    403: (
        "the key may not use the model {model}",
        "Ask for access, or name another model in PAPERCHAT_MODEL",
    ),
    404: (
        "it knows no model {model}, or is no chat endpoint",
        f"Correct PAPERCHAT_MODEL, or {_ADDRESS}; most end in /v1",
    ),
    405: ("it is no chat endpoint", _V1),
    407: ("the proxy wants a user and a password", "Put them into HTTPS_PROXY"),
    408: ("it gave up waiting", _LATER),
    413: ("the prompt is too long for it", "Set PAPERCHAT_CONTEXT_WINDOW to the model's window"),
    429: ("it is asked too often, or the account's quota is spent", _LATER),
}
_FINISHES = {
    "length": (
        "the reply was cut off at {reply} tokens",
        "Raise PAPERCHAT_CONTEXT_WINDOW if the model's window is larger, or ask for less",
    ),
    "content_filter": ("its content filter withheld the reply", "Word the question differently"),
    "tool_calls": (
        "the model called a tool that it was not offered",
        "Name another model in PAPERCHAT_MODEL",
    ),
}
_FINISHES["function_call"] = _FINISHES["tool_calls"]

# Seconds. Who asks waits; a longer pause is told, not waited for.
_LONGEST_PAUSE = 5.0
_SHORT_PAUSE = 0.5
_TRANSIENT = frozenset({408, 409, 429, 500, 502, 503, 504})
_LONGEST_MESSAGE = 200


def fault(endpoint: Endpoint, what: str, remedy: str) -> EndpointError:
    """Make the error for a fault of an endpoint."""
    return EndpointError(_clean(what, endpoint), where=endpoint.base_url, remedy=remedy)


def no_chat(endpoint: Endpoint) -> EndpointError:
    """Make the error for a page, or anything else that is no reply to a chat."""
    return fault(endpoint, "what it sends is no chat reply", _V1)


def unfinished(endpoint: Endpoint, finish: str | None, reply_tokens: int) -> EndpointError | None:
    """Explain why a reply ended before it was complete; None where it is complete."""
    if finish is None:
        return fault(endpoint, "the reply broke off before its end", _LATER)
    if finish not in _FINISHES:
        return None
    what, remedy = _FINISHES[finish]
    return fault(endpoint, what.format(reply=reply_tokens), remedy)


def explain(error: Exception, endpoint: Endpoint) -> EndpointError:
    """Explain what the client raised."""
    if isinstance(error, APIStatusError):
        return _status(error, endpoint)
    for cause in _causes(error):
        explained = _connection(cause, endpoint)
        if explained:
            return explained
    if isinstance(error, APIError):
        return fault(endpoint, f"it reports: {error.message}", "Look into its log, or ask again")
    return fault(
        endpoint,
        f"its reply is not that of a chat endpoint ({type(error).__name__})",
        f"{_CORRECT_ADDRESS}, or name another model in PAPERCHAT_MODEL",
    )


def retry_after(error: Exception) -> float | None:
    """Give how many seconds to wait before asking once more; None where that is no use."""
    if isinstance(error, APIStatusError):
        if error.status_code not in _TRANSIENT:
            return None
        asked = _retry_after(error)
        pause = _SHORT_PAUSE if asked is None else asked
        return pause if pause <= _LONGEST_PAUSE else None
    # A connection kept open from the last question may be closed by now.
    broken = (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError)
    return 0.0 if any(isinstance(cause, broken) for cause in _causes(error)) else None


def refused_option(error: Exception, options: frozenset[str]) -> str | None:
    """Give the option of a request that the endpoint does not know, if that is what it says."""
    if isinstance(error, APIStatusError) and error.status_code in (400, 422):
        said = f"{error.message} {error.body}"
        return next((option for option in sorted(options) if option in said), None)
    return None


def _status(error: APIStatusError, endpoint: Endpoint) -> EndpointError:
    code = error.status_code
    said = _said(error)
    if code in _STATUSES:
        what, remedy = _STATUSES[code]
        what = what.format(model=endpoint.model)
        if code == 401 and not endpoint.key:
            what = "it wants a key"
        if code == 429 and (seconds := _retry_after(error)):
            remedy = f"Ask again in {seconds:.0f} seconds"
        return fault(endpoint, f"{what} (status {code}{said})", remedy)
    if 300 <= code < 400:
        return fault(endpoint, f"it has moved (status {code})", _CORRECT_ADDRESS)
    if code < 500:
        remedy = "Check PAPERCHAT_MODEL and PAPERCHAT_CONTEXT_WINDOW"
        return fault(endpoint, f"it refused the request (status {code}{said})", remedy)
    return fault(endpoint, f"it failed (status {code}{said})", _LATER)


def _said(error: APIStatusError) -> str:
    """Give the endpoint's own message, if it is a message and no page."""
    body = error.body
    if isinstance(body, dict):
        message = body.get("message") or body.get("detail") or body.get("error")
        if isinstance(message, str):
            return f": {message}"
    return ""


def _retry_after(error: APIStatusError) -> float | None:
    try:
        seconds = float(error.response.headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if 0 <= seconds < 1e6 else None


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Give an error and what led to it, the innermost last."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__


def _connection(cause: BaseException, endpoint: Endpoint) -> EndpointError | None:
    """Explain why there was no connection, or none to the end."""
    waits = endpoint.timeouts
    if isinstance(cause, httpx.ConnectTimeout | httpx.PoolTimeout):
        return fault(endpoint, f"no connection within {waits.connect:g} seconds", _reach(endpoint))
    if isinstance(cause, TooLong):
        return fault(endpoint, f"no whole reply ({cause})", "Ask for less, or name another model")
    if isinstance(cause, httpx.TimeoutException):
        return fault(endpoint, f"it was silent for {waits.silence:g} seconds", _LATER)
    if isinstance(cause, httpx.ProxyError):
        return fault(endpoint, f"the proxy refuses ({cause})", "Correct HTTPS_PROXY")
    if isinstance(cause, httpx.ConnectError):
        return _no_connection(cause, endpoint)
    if isinstance(cause, httpx.RemoteProtocolError | httpx.ReadError | httpx.WriteError):
        return fault(endpoint, "the connection broke off before the reply was complete", _LATER)
    if isinstance(cause, httpx.DecodingError):
        return fault(endpoint, "its reply is compressed", "Have it send replies as they are")
    if isinstance(cause, JSONDecodeError | UnicodeDecodeError):
        return fault(endpoint, "its reply is not JSON", _V1)
    return None


def _no_connection(error: httpx.ConnectError, endpoint: Endpoint) -> EndpointError:
    causes = list(_causes(error))
    for cause in causes:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return fault(
                endpoint,
                f"its certificate is not trusted ({cause.verify_message})",
                "Name the certificate of its authority in SSL_CERT_FILE",
            )
        if isinstance(cause, ssl.SSLError):
            return fault(endpoint, "it does not speak TLS as expected", _CORRECT_ADDRESS)
    remedy = _reach(endpoint)
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return fault(endpoint, "there is no host of this name", remedy)
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return fault(endpoint, "nothing answers at this address", remedy)
    return fault(endpoint, f"no connection ({error})", remedy)


def _reach(endpoint: Endpoint) -> str:
    url = urlsplit(endpoint.base_url)
    proxy = urllib.request.getproxies().get(url.scheme)
    if proxy and not endpoint.is_local and not urllib.request.proxy_bypass(url.hostname or ""):
        return f"Check the proxy {urlsplit(proxy).hostname}, or {_ADDRESS}"
    return f"Start the model's server, or {_ADDRESS}"


def _clean(text: str, endpoint: Endpoint) -> str:
    """Make one line of a text that may come from anywhere, without the key."""
    text = " ".join(printable(text).split()).strip(" .")
    if endpoint.key:
        text = text.replace(endpoint.key, "***")
    return text if len(text) <= _LONGEST_MESSAGE else f"{text[: _LONGEST_MESSAGE - 1]}…"


class TooLong(httpx.ReadTimeout):
    """A reply took longer, or became longer, than any answer does."""
