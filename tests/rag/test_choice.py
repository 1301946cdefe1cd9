"""What a visitor chooses of how questions are answered."""

from __future__ import annotations

import pytest

from rag.errors import SettingsError
from rag.settings import Settings
from rag.workspace import Choice, Workspace
from tests.support.world import World


def workspace_at(world: World, **settings: object) -> Workspace:
    return Workspace(Settings(home=world.workspace.settings.home, **settings))  # type: ignore[arg-type]


def test_what_the_settings_say_is_no_other_assistant(world: World) -> None:
    workspace = workspace_at(world)
    assert workspace.choice == Choice()
    assert workspace.chosen("papers", Choice()) is workspace.assistant("papers")
    assert workspace.chosen("papers", Choice(reads=4)).answerer == "quoting"


def test_a_model_is_asked_at_the_configured_endpoint_alone(world: World) -> None:
    with pytest.raises(SettingsError, match="no endpoint"):
        workspace_at(world).chosen("papers", Choice("owl-7b"))
    workspace = workspace_at(world, base_url="http://127.0.0.1:9/v1", model="wren-3b")
    assert workspace.choice == Choice("wren-3b")
    assert workspace.assistant("papers").answerer == "wren-3b"
    assert workspace.chosen("papers", Choice("owl-7b", strict=True)).answerer == "owl-7b"
    assert workspace.chosen("papers", Choice()).answerer == "quoting"
    assert workspace.assistant("papers").answerer == "wren-3b"
