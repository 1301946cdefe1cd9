r"""LaTeX as it reads: `$E^3$-FaceNet` as E3-FaceNet, `\textit{X}` as X, `\ell_p` as ℓp.

The symbols are pylatexenc's. Its parser is not used: it takes 5 ms an abstract, where this takes
0.3 ms, and raises on deep nesting. A writer goes through the text once and never raises.

>>> unlatex(r"$O(\sqrt{n}\log n)$ beats \textbf{1.67\%\sim15.85\%} of $10^{-3}$")
'O(√n log n) beats 1.67%∼15.85% of 10^-3'
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from rag.enclosures import formulas

__all__ = ["unlatex"]

_TOKEN = re.compile(
    r"""(?P<size>\\(?:left|right)(?:\.|(?![A-Za-z])))|\\(?P<command>[A-Za-z]+)\*?
        |\\(?P<sign>[^A-Za-z])|(?P<open>\{)|(?P<close>\})|(?P<script>[\^_])|(?P<space>\s+)
        |(?P<typed>``|''|(?<!-)-{2,3}(?!-)|~)|(?P<run>[^\\{}^_~\s`'-]+|.)""",
    re.VERBOSE | re.DOTALL,
)
# Commands whose argument says nothing to a reader.
_DROPPED = re.compile(r"begin|end|cite[pt]?|(?:eq)?ref|label|(?:text)?color|href|[hv]space")
# Commands that pylatexenc does not know and that only change how their argument looks.
_TRANSPARENT = re.compile(
    r"text\w*|math\w*|boldsymbol|bm|bf|it|rm|sc|tt|sf|cal|[mh]box|operatorname|[bB]igg?[lrm]?|tiny"
    r"|small|[lL]arge|(?:display|script)style|middle|(?:no)?limits|url|overline|underline|vec|emph"
)
_FRACTION = re.compile(r"[cdst]?frac|nicefrac")
_ACCENTS = {
    name: mark
    for names, mark in [
        ("` grave", "\u0300"),
        ("' acute", "\u0301"),
        ("^ hat widehat", "\u0302"),
        ("~ tilde widetilde", "\u0303"),
        ("= bar", "\u0304"),
        ("u breve", "\u0306"),
        (". dot", "\u0307"),
        ('" ddot', "\u0308"),
        ("r mathring", "\u030a"),
        ("H", "\u030b"),
        ("v check", "\u030c"),
        ("d", "\u0323"),
        ("c", "\u0327"),
        ("k", "\u0328"),
        ("not", "\u0338"),
    ]
    for name in names.split()
}
_SPACES = " ,;:>\\\n\t"  # control signs for spaces of several widths and for the end of a line
_NOTHING = "!/-"  # control signs for a narrower space and for places where a word may break
_ORDINALS = frozenset(["st", "nd", "rd", "th"])
_DEEPEST = 20  # groups within groups; deeper ones are not looked at as a whole, which takes time


def unlatex(text: str) -> str:
    """Write LaTeX as it reads, in time linear in the text. Other text stays as it is."""
    writer = _Writer()
    last = 0
    for start, end in formulas(text):
        writer.write(text[last:start], formula=False)
        mark = 2 if text[start] == "\\" or text[start + 1] == "$" else 1
        writer.write(text[start + mark : end - mark], formula=True)
        last = end
    writer.write(text[last:], formula=False)
    return writer.finished()


class _Writer:
    """Goes through stretches of text and formulas and writes what they say.

    A command with an argument is *pending* until its argument, a sign or a group, is complete.
    """

    def __init__(self) -> None:
        self._out: list[str] = []
        self._groups: list[tuple[str, int]] = []  # the kind of each open one; its begin in `_out`
        self._pending = ""
        self._formula = False
        self._is_name = False  # whether the formula is a name that is set as one: $E^3$
        self._outside = 0  # how many groups are open around the formula
        self._command_end = -1  # where the last command or its argument ended
        self._writers = {
            "size": lambda token: None,
            "command": self._write_command,
            "sign": self._write_sign,
            "open": self._open,
            "close": self._close,
            "script": self._write_script,
            "space": self._write_space,
            "typed": self._write_typed,
            "run": self._write_run,
        }

    def write(self, text: str, *, formula: bool) -> None:
        """Write a stretch of text, or the inside of a formula."""
        self._formula = formula
        self._is_name = not re.search(r"[()\[\]=<>+/|,]", text)
        self._outside = len(self._groups) if formula else 0
        self._pending = ""
        self._command_end = -1
        for token in _TOKEN.finditer(text):
            self._writers[str(token.lastgroup)](token)
        while formula and len(self._groups) > self._outside:
            self._finish(*self._groups.pop())

    def finished(self) -> str:
        """Give back what was written; a brace that was never closed is a brace."""
        for kind, begin in reversed(self._groups):
            if kind == "bare":
                self._out.insert(begin, "{")
        return "".join(self._out)

    def _add(self, words: str) -> None:
        """Write words that make up the pending argument, if there is one."""
        begin = len(self._out)
        if words:
            self._out.append(words)
        if self._pending:
            kind, self._pending = self._pending, ""
            self._finish(kind, begin)

    def _finish(self, kind: str, begin: int) -> None:
        """Write a complete argument, which stands in `_out` from `begin` on, as its kind wants."""
        if kind == "group":
            return
        content = "".join(self._out[begin:])
        del self._out[begin:]
        before = self._out[-1][-1] if self._out else ""
        words = _rendered(kind, content, before)
        if words:
            self._out.append(words)
        if kind == "numerator":
            self._pending = "denominator"

    def _open(self, token: re.Match[str]) -> None:
        kind = self._pending
        if not kind:
            bare = not self._formula and token.start() != self._command_end
            kind = "bare" if bare else "group"
        self._pending = ""
        self._groups.append((kind if len(self._groups) < _DEEPEST else "group", len(self._out)))

    def _close(self, token: re.Match[str]) -> None:
        self._command_end = token.end()
        if len(self._groups) > self._outside:
            self._pending = ""
            self._finish(*self._groups.pop())

    def _write_command(self, token: re.Match[str]) -> None:
        name, following = token["command"], token.string[token.end() : token.end() + 1]
        self._command_end = token.end()
        if self._groups and self._groups[-1] == ("bare", len(self._out)):
            self._groups[-1] = ("group", len(self._out))  # {\bf Y}
        if _DROPPED.fullmatch(name) and following == "{":
            self._pending = "dropped"
        elif _FRACTION.fullmatch(name):
            self._pending = "numerator"
        elif name == "sqrt":
            self._pending = "root"
        elif name in _ACCENTS:
            self._pending = _ACCENTS[name]
        elif not _TRANSPARENT.fullmatch(name):
            words = _symbols().get(name, "" if following == "{" else name)
            self._add(self._spaced(words, following))

    def _spaced(self, words: str, following: str) -> str:
        # The names of functions are words: "k\log\log d".
        if len(words) < 2 or not words.isalpha() or self._pending:
            return words
        before = " " if self._out and self._out[-1][-1].isalnum() else ""
        after = " " if following.isalnum() or following == "\\" else ""
        return before + words + after

    def _write_sign(self, token: re.Match[str]) -> None:
        sign = token["sign"]
        self._command_end = token.end()
        if sign in _ACCENTS and _is_accent(token):
            self._pending = _ACCENTS[sign]
        elif sign in _SPACES:
            self._add(" ")
        elif sign not in _NOTHING:
            self._add("‖" if sign == "|" else sign)

    def _write_script(self, token: re.Match[str]) -> None:
        following = token.string[token.end() : token.end() + 1]
        adjacent = token.start() == self._command_end
        if self._pending or not (self._formula or adjacent or following == "{"):
            self._add(token.group())
        elif self._formula and token.start() == 0:
            self._pending = "affix" + token.group()
        elif token.group() == "^" and self._is_name:
            self._pending = "name^"
        else:
            self._pending = token.group()

    def _write_space(self, token: re.Match[str]) -> None:
        if not self._pending:
            self._out.append(token.group())

    def _write_typed(self, token: re.Match[str]) -> None:
        self._add(token.group() if self._formula else _typeset(token))

    def _write_run(self, token: re.Match[str]) -> None:
        run = token.group()
        first = 1 if self._pending else len(run)
        self._add(run[:first])
        if run[first:]:
            self._out.append(run[first:])


def _rendered(kind: str, content: str, before: str) -> str:
    """Write the argument of a kind of command, with the character that stands before it."""
    if kind == "dropped":
        return ""
    if kind == "bare":
        # Braces that protect the capitals of a word go, those of a set stay.
        return content if re.fullmatch(r"[\w-]+", content) else f"{{{content}}}"
    if kind == "numerator":
        return _bracketed(content) + "/"
    if kind == "denominator":
        return _bracketed(content)
    if kind == "root":
        return "√" + (content if content.isalnum() else f"({content})")
    if kind[-1] in "^_":
        return _script(kind, content, before)
    accented = unicodedata.normalize("NFC", content.replace("ı", "i") + kind)
    return accented if len(accented) == 1 else content


def _bracketed(content: str) -> str:
    return f"({content})" if re.search(r"[\s+\-−/±·×]", content) else content


def _script(kind: str, content: str, before: str) -> str:
    """Write a sub- or superscript: without its sign in names (E3, H2O, ℓp), with it in n^2."""
    content = content.strip()
    if content == "∘":
        return "°"
    if len(content) == 1 and not content.isalnum():
        return content
    if content.isalnum() and not (before.isdigit() and content[0].isdigit()):
        of_a_name = kind.startswith("name") and before.isupper() and content.isdigit()
        if kind == "_" or of_a_name or kind.startswith("affix") or content in _ORDINALS:
            return content
    whole = re.fullmatch(r"[-+−]?[\w.]*|\([^()]*\)", content)
    return kind[-1] + (content if whole else f"({content})")


def _is_accent(token: re.Match[str]) -> bool:
    r"""Tell `Schr\"odinger` from `\"quoted\"` and `\'etude` from `it\'s`."""
    text, sign = token.string, token["sign"]
    before = text[max(0, token.start() - 1) : token.start()]
    following = text[token.end() : token.end() + 2]
    if sign == '"':
        return (before.isalpha() or before == "{") and following[:1] in "aeiouyAEIOUY{"
    if sign == "'" and following[:1] in "sdt" and not following[1:].isalpha():
        return False
    return following[:1].isalpha() or following[:1] in {"{", "\\"}


def _typeset(token: re.Match[str]) -> str:
    text, typed = token.string, token.group()
    before, after = (
        text[max(0, token.start() - 1) : token.start()],
        text[token.end() : token.end() + 1],
    )
    if typed == "``":
        return "“"
    if typed == "''":
        return "”" if before.strip(" (") else "“"
    if typed == "~":
        return " " if not before.isspace() and after.strip() else "~"
    ranged = before.isalnum() and after.isalnum()
    return ("–" if typed == "--" else "—") if ranged or not after.strip() else typed


@cache
def _symbols() -> dict[str, str]:
    # Imported here, not above: 35 ms that only text with commands pays.
    from pylatexenc.latex2text import (  # type: ignore[import-untyped]
        get_default_latex_context_db,
    )

    return {
        macro.macroname: macro.simplify_repl
        if isinstance(macro.simplify_repl, str) and "%" not in macro.simplify_repl
        else ""
        for macro in get_default_latex_context_db().iter_macro_specs()
    }
