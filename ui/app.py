"""Serving the page: one process, one port, no request to anybody else."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI, Request, Response

from rag.errors import SettingsError
from rag.workspace import Workspace
from ui.adding import LARGEST_LIST
from ui.door import Access, Door
from ui.language import FIRST_SCRIPT, translations
from ui.page import build
from ui.programs import serve_tools, tell_wrong_calls
from ui.quiet_gradio import gr
from ui.requests import write_logs

__all__ = ["application", "serve"]

_STYLES = sorted(Path(__file__).parent.glob("*.css"))
# Whatever a list or a model makes the page say, it can fetch nothing from elsewhere. Gradio's own
# scripts need what is unsafe in general.
_POLICY = "; ".join(
    [
        "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'",
        "form-action 'self'",
        "base-uri 'self'",
        "object-src 'none'",
    ]
)


def serve(
    workspace: Workspace,
    access: Access,
    *,
    collection: str | None,
    host: str,
    port: int,
    open_browser: bool,
) -> None:
    """Serve the page until it is stopped.

    Raises:
        SettingsError: Nothing can listen on this host and port, or everybody in a network could
            come in and nobody said that they may.
        CollectionError: The collection cannot be opened.
    """
    # Before everything that takes long, so that a taken port is told at once.
    listener = _listen(host, port)
    with listener:
        address = _address(host, listener.getsockname()[1])
        access.check(listener.getsockname()[0], address)
        write_logs(workspace.settings.log)
        page = application(workspace, collection, access)
        server = uvicorn.Server(
            # An open page keeps connections open, for which a stop need not wait.
            uvicorn.Config(
                page, log_level="critical", timeout_graceful_shutdown=1, proxy_headers=False
            )
        )
        sys.stderr.write(f"paperchat is open at {address} (Ctrl-C stops it)\n")
        if open_browser:
            webbrowser.open(address)
        server.run(sockets=[listener])


def application(
    workspace: Workspace, collection: str | None = None, access: Access | None = None
) -> Door:
    """Make the application that serves the page of a collection.

    Args:
        workspace: The collections, and who answers.
        collection: The one that is shown first.
        access: Who may come in; without it, as the settings say.

    Raises:
        CollectionError: The collection cannot be opened.
    """
    access = access or Access.of(workspace.settings)
    app = FastAPI(openapi_url=None)

    @app.middleware("http")
    async def guarded(request: Request, proceed: Any) -> Response:
        response: Response = await proceed(request)
        if response.headers.get("content-type", "").startswith("text/html"):
            response = await _with_first_script(response)
        response.headers["Content-Security-Policy"] = _POLICY
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    page = build(workspace, collection)
    gr.mount_gradio_app(
        app,
        page,
        path="/",
        theme=_theme(),
        css_paths=_STYLES,
        i18n=translations(),
        footer_links=[],
        ssr_mode=False,
        enable_monitoring=False,
        show_error=True,
        max_file_size=LARGEST_LIST,
        mcp_server=True,
        root_path=access.root_path,
    )
    serve_tools(page)
    tell_wrong_calls(app.routes[-1].app)  # type: ignore[attr-defined]  # Gradio's, just mounted
    return Door(app, access)


async def _with_first_script(response: Any) -> Response:
    page = b"".join([part async for part in response.body_iterator])
    page = page.replace(b"<head>", f"<head>{FIRST_SCRIPT}".encode(), 1)
    kept = {name: one for name, one in response.headers.items() if name != "content-length"}
    return Response(page, response.status_code, kept)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        raise SettingsError(
            f"nothing can be served there ({_reason(error)})",
            where=_address(host, port),
            remedy="Stop what uses this port, or choose another with --port",
        ) from None


def _reason(error: OSError | OverflowError) -> str:
    # Python adds the address to the system's words; a host that is not found has a number below 0.
    number = getattr(error, "errno", None)
    return os.strerror(number) if number and number > 0 else str(error)


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _theme() -> gr.themes.Base:
    # Fonts of the reader's own system: Gradio's default ones come from another host.
    theme = gr.themes.Soft(
        font=["ui-sans-serif", "system-ui", "sans-serif"],
        font_mono=["ui-monospace", "Consolas", "monospace"],
    )
    # Soft's own colours of all these are too faint: WCAG asks for a contrast of 4.5 to 1.
    return theme.set(
        block_label_text_color="*primary_700",
        block_title_text_color="*primary_700",
        body_text_color_subdued="#57606f",
        body_text_color_subdued_dark="#a3adbd",
        button_primary_background_fill="*primary_600",
        button_primary_background_fill_hover="*primary_700",
        button_primary_background_fill_hover_dark="*primary_700",
        button_secondary_background_fill_hover_dark="*primary_600",
        checkbox_label_background_fill_selected="*primary_600",
        input_placeholder_color="*body_text_color_subdued",
        input_placeholder_color_dark="*body_text_color_subdued",
        link_text_color_visited="*secondary_600",
        link_text_color_dark="*secondary_400",
        link_text_color_active_dark="*secondary_400",
        link_text_color_visited_dark="*secondary_400",
    )
