"""Someone who reads the page, asks, and notes what the browser does meanwhile."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Locator, Page, Request, expect

__all__ = ["Reader"]

PICTURES = Path(__file__).parents[2] / "test-output" / "browser"
# What Gradio warns of whenever it has been told the last of an upload's progress.
_END_OF_UPLOAD = "Method not implemented."
# What a browser, and Gradio, say of requests that were on their way when a page was left.
_LEFT = ("AbortError", "Unexpected error Connection errored out")
_PATIENCE = 100  # tenths of a second
_LOOK = """
`${innerWidth}-${matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"}`
"""


class Reader:
    """A page that was opened, with what was requested and complained of since."""

    def __init__(self, page: Page, address: str, *, quick: bool = False) -> None:
        self.page = page
        self.host = urlsplit(address).netloc
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        self._running: set[Request] = set()
        page.on("request", self._begun)
        page.on("requestfinished", self._ended)
        page.on("requestfailed", self._ended)
        page.on("pageerror", lambda error: self._complain(str(error)))
        page.on("console", self._listen)
        page.goto(address)
        expect(self.field).to_be_focused()
        if not quick:
            self.wait()  # until the page has been told who its visitor is

    def _begun(self, request: Request) -> None:
        if "/queue/" in request.url:
            self._running.add(request)

    def _ended(self, request: Request) -> None:
        self._running.discard(request)

    def reload(self) -> None:
        """Load the page again, when nothing is on its way that a browser would miss.

        What the page asks by itself may still be, and whoever reloads it does not mind.
        """
        self.wait()
        self.page.reload()
        expect(self.field).to_be_focused()
        self.forgive_what_was_left()

    def forgive_what_was_left(self) -> None:
        """Forget the complaints of requests that were on their way when the page was left."""
        self.complaints[:] = [one for one in self.complaints if not one.startswith(_LEFT)]

    def wait(self) -> None:
        """Wait until nothing is on its way any more, as a reader does without knowing.

        A browser does not tell of every request that a page left behind when it was loaded anew;
        nobody waits for these for ever.
        """
        self.page.wait_for_timeout(100)
        for _ in range(_PATIENCE):
            if not self._running:
                return
            self.page.wait_for_timeout(100)
        self._running.clear()

    def _complain(self, error: str) -> None:
        if not error.startswith(_LEFT):
            self.complaints.append(error)

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and message.text != _END_OF_UPLOAD:
            self.complaints.append(message.text)

    @property
    def field(self) -> Locator:
        return self.page.get_by_role("textbox", name="Question")

    @property
    def questions(self) -> Locator:
        return self.page.locator("#conversation .user-row")

    @property
    def answers(self) -> Locator:
        return self.page.locator("#conversation .bot-row")

    @property
    def sources(self) -> Locator:
        return self.page.locator("#sources .source")

    def source(self, number: int) -> Locator:
        return self.page.locator(f"#source-{number}")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def turn_to(self, tab: str) -> None:
        """Turn to a tab of the page."""
        self.page.get_by_role("tab", name=tab, exact=True).click()

    def ask(self, question: str) -> Locator:
        """Ask a question and wait for the whole answer."""
        turns = self.answers.count()
        self.field.fill(question)
        self.field.press("Enter")
        return self.answered(turns + 1)

    def clear(self) -> None:
        """Begin a new conversation, and wait until there is one."""
        self.button("Clear").click()
        self.wait()

    def answered(self, turns: int) -> Locator:
        """Wait until so many questions have their whole answers; the last one."""
        expect(self.answers).to_have_count(turns)
        expect(self.button("Ask")).to_be_visible()
        return self.answers.last

    def conversation(self) -> list[str]:
        """What was asked, from the first question on."""
        return [text.strip() for text in self.questions.all_inner_texts()]

    def hosts(self) -> set[str]:
        """The hosts that the browser turned to."""
        addresses = map(urlsplit, self.requests)
        return {one.netloc for one in addresses if one.scheme not in {"data", "blob"}}

    def picture(self, name: str) -> None:
        """Keep what can be seen, under the window's width, its colours and a name."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        look = self.page.evaluate(_LOOK)
        self.page.screenshot(path=PICTURES / f"{look}-{name}.png")
