"""Many readers at once, as their browsers speak to the page."""

from __future__ import annotations

import httpx

from rag.workspace import Workspace
from tests.support.site import PausingModel, serving, with_model
from tests.support.world import World

_READERS = 20


def test_readers_who_wait_for_a_slow_model_hold_up_nobody(world: World) -> None:
    settings = world.workspace.settings.model_copy(update={"at_once": _READERS})
    model = PausingModel("LeafClock dates leaves [1].", " It does.")
    with serving(with_model(Workspace(settings), model)) as address:
        config = httpx.get(f"{address}/config", timeout=60).json()
        (function,) = (one["id"] for one in config["dependencies"] if one["api_name"] == "submit")
        for reader in range(_READERS):
            asked = {
                "data": ["What is LeafClock?", None, None],
                "fn_index": function,
                "session_hash": f"reader{reader}",
            }
            httpx.post(f"{address}/gradio_api/queue/join", json=asked).raise_for_status()
        model.wait_until_asked(_READERS)
        assert httpx.get(address, timeout=30).status_code == 200
        model.may_go_on.set()
