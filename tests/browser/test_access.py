"""A reader who comes in by name and password."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from rag.workspace import Workspace
from tests.browser.reader import Reader
from tests.support.site import serving
from ui.door import Access
from ui.users import Users

pytestmark = pytest.mark.browser


def test_a_reader_with_a_password_asks_and_is_answered(
    browser: Browser, garden: Workspace, tmp_path: Path
) -> None:
    users = Users(tmp_path)
    users.add("ada", "analytical engine")
    with (
        serving(garden, access=Access(users)) as address,
        browser.new_context(
            http_credentials={"username": "ada", "password": "analytical engine"}, locale="en-GB"
        ) as context,
    ):
        reader = Reader(context.new_page(), address)
        reader.ask("Which papers are about watering?")
        expect(reader.answers.last).to_contain_text("about")
        assert reader.hosts() == {reader.host}
        assert reader.complaints == []
