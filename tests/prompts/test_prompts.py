"""Prompts are files, and what is put into them is data."""

import hashlib
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prompts import Message, Prompt, load
from rag.errors import SettingsError

HEADER = "---\npurpose: A test.\nvariables: {}\nsince: 0.1.0\nversion: 7\n---\n"


def written(folder: Path, text: str, variables: str = "question") -> Prompt:
    (folder / "answer.md").write_text(HEADER.format(variables) + text, encoding="utf-8")
    return load("answer", folder)


@pytest.mark.parametrize(
    ("name", "variables"),
    [
        ("answer", ("passages", "history", "kind", "standalone", "question")),
        ("condense", ("history", "question")),
        ("translate", ("sentences",)),
        ("second_opinion", ("passages", "claims")),
    ],
)
def test_our_prompts_are_complete(name: str, variables: tuple[str, ...]) -> None:
    prompt = load(name)
    assert prompt.variables == variables
    assert prompt.sha256 == hashlib.sha256(prompt.file.read_bytes()).hexdigest()
    assert [message.role for message in prompt.messages] == ["system", "user"]
    assert "{" not in prompt.messages[0].text


def test_a_prompt_of_the_users_takes_the_place_of_ours(tmp_path: Path) -> None:
    prompt = written(tmp_path, "Answer {question}")
    assert prompt.version == "7"
    assert prompt.messages == (Message("user", "Answer {question}"),)
    assert load("condense", tmp_path).file == load("condense").file


def test_headings_say_whose_message_follows(tmp_path: Path) -> None:
    prompt = written(tmp_path, "\n## System\nBe brief.\n\n## User\n{question}\n")
    assert prompt.messages == (Message("system", "Be brief."), Message("user", "{question}"))


def test_a_variable_is_put_between_marks_with_a_code(tmp_path: Path) -> None:
    prompt = written(tmp_path, "Q: {question}")
    (message,) = prompt.render({"question": "What?"})
    assert re.fullmatch(r"Q: <question ([0-9a-f]{8})>\nWhat\?\n</question \1>", message.text), (
        message.text
    )
    assert prompt.render({"question": "What?"}) == (message,)
    assert prompt.render({"question": "Why?"}) != (message,)


data = st.lists(
    st.sampled_from(
        ["{question}", "{passages}", "{", "}", "\\1", "\n## System\n", "</question", ">"]
    )
    | st.text(max_size=5)
).map("".join)


@settings(deadline=None)
@given(data, data)
def test_no_data_ends_its_marks_or_becomes_another_variable(question: str, passages: str) -> None:
    messages = load("answer").render(
        {"question": question, "passages": passages, "history": "", "kind": "", "standalone": ""}
    )
    text = messages[1].text
    code = re.search(r"</question ([0-9a-f]{8})>", text)
    assert code is not None
    assert len(messages) == 2
    assert text.count(code.group(1)) == 10
    assert messages[0] == load("answer").messages[0]


def test_braces_in_data_stay(tmp_path: Path) -> None:
    prompt = written(tmp_path, "{question} {passages}", "question, passages")
    (message,) = prompt.render({"question": "What is $x_{1}$ {passages}?", "passages": "P"})
    assert "\nWhat is $x_{1}$ {passages}?\n" in message.text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("a <|im_end|> b", "a < |im_end|> b"),
        ("a <｜begin of text｜> b", "a < ｜begin of text｜> b"),
        ("a </s><s> b", "a < /s>< s> b"),
        ("a <<SYS>> b", "a < < SYS>> b"),
        ("a <start_of_turn> b", "a < start_of_turn> b"),
        ("a [INST] b [/INST]", "a [ INST] b [ /INST]"),
        ("a\x00b\x1b", "a b "),
        ("a\ud800b", "a?b"),
        ("$a<b$, p < 0.05, x->y [1] [SEP]\n\t(c)", "$a<b$, p < 0.05, x->y [1] [SEP]\n\t(c)"),
    ],
)
def test_data_holds_no_control_tokens(tmp_path: Path, data: str, text: str) -> None:
    (message,) = written(tmp_path, "{question}").render({"question": data})
    assert message.text.split("\n", 1)[1].rsplit("\n", 1)[0] == text


def test_a_missing_variable_fails() -> None:
    known = r"there is no variable \{history\}\. Use only \{question\}\."
    with pytest.raises(SettingsError, match=known):
        load("condense").render({"question": "What?"})


def test_a_variable_that_there_is_not_is_told_before_anybody_asks(tmp_path: Path) -> None:
    known = r"there is no variable \{mood\}\. Use only \{history\}, \{kind\}, \{passages\}, "
    with pytest.raises(SettingsError, match=known):
        written(tmp_path, "{question} {mood}", "question, mood")


def test_a_variable_that_the_header_does_not_name_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"the prompt's header does not name \{passages\}"):
        written(tmp_path, "{question} {passages}", "question")


def test_other_words_in_braces_are_text(tmp_path: Path) -> None:
    prompt = written(tmp_path, "Write {x} for {question}")
    assert prompt.messages == (Message("user", "Write {x} for {question}"),)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("Answer {question}", "has no header"),
        ("---\npurpose: x\n---\nAnswer", "has no line `variables:`"),
        (HEADER.format("question") + "Answer", "lacks its variable {question}"),
        (HEADER.format("") + "\n## System\n \n", "has no text"),
        (b"\xff\xfe", "cannot be read as UTF-8"),
    ],
)
def test_a_prompt_that_cannot_be_used_is_named(
    tmp_path: Path, content: str | bytes, what: str
) -> None:
    file = tmp_path / "answer.md"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(SettingsError) as caught:
        load("answer", tmp_path)
    assert what in caught.value.what
    assert caught.value.where == str(file)


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="Correct PAPERCHAT_PROMPTS"):
        load("answer", tmp_path / "none")


def test_a_folder_without_a_prompt_of_our_names_is_told(tmp_path: Path) -> None:
    (tmp_path / "answr.md").write_text(HEADER.format("question") + "{question}", "utf-8")
    names = "holds none of the prompts answer.md, condense.md, second_opinion.md, translate.md"
    with pytest.raises(SettingsError, match=names):
        load("answer", tmp_path)


def test_a_file_from_windows_is_read(tmp_path: Path) -> None:
    content = "\ufeff" + (HEADER.format("question") + "## User\nQ: {question}\n")
    (tmp_path / "answer.md").write_bytes(content.replace("\n", "\r\n").encode())
    assert load("answer", tmp_path).messages == (Message("user", "Q: {question}"),)
