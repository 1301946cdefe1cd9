# Every routine of the project; `make` alone lists them.
#
# `make chat` and `make test` set up what they need by themselves: a virtual environment in .venv
# with the packages of the lock files, each checked against its hash. A second run finds that
# nothing has changed and goes straight to work. Nothing outside this folder is touched, but that
# `make test` looks for a Chromium and, run as root on Debian, installs one.
#
# Paths are relative, so that a folder with blanks in its name will do.

# Lists of papers that `make chat` adds first: make chat LISTS='papers/*.txt'
LISTS ?=
# A Python from 3.11 to 3.13, where the one that is found is not wanted.
PYTHON ?=
# More arguments for the chat, pytest or the benchmark: make test ARGS='-k labels'
ARGS ?=
# `make lock UPGRADE=` moves only the versions that have to move.
UPGRADE ?= --upgrade

VENV := .venv
RUN := $(VENV)/bin/python -m
INSTALL := $(RUN) pip --disable-pip-version-check install -qq
LOCKED := $(INSTALL) --require-hashes --no-deps --only-binary :all:

# A stamp in .venv is named after the sum of the files that it stands for, and of the folder's own
# path: an environment that was moved, or made from other locks, does not count.
stamp = $(VENV)/.$(1)-$(shell { pwd; sed '/^ *\#/d' $(2); } | cksum | tr ' ' '-')
PACKAGES := $(call stamp,packages,requirements.lock)
PROJECT := $(call stamp,project,requirements.lock pyproject.toml)
TOOLS := $(call stamp,tools,requirements.lock requirements-dev.lock requirements-models.lock)
# Apart from the others, so that what looks at the packages adds none to them.
SUPPLY := $(call stamp,supply,requirements.lock requirements-supply.lock)

.PHONY: help chat test gate check format docs pictures bench lock audit bill clean
.DEFAULT_GOAL := help

help: ## list these routines
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | \
	    while IFS='|' read -r command what; do printf '%-14s %s\n' "$$command" "$$what"; done

chat: $(PROJECT) ## open the chat in a browser; LISTS='papers/*.txt' adds lists first
	@$(VENV)/bin/paperchat chat $(ARGS) $(LISTS)

test: $(PROJECT) $(TOOLS) ## run every test; ARGS='-k labels' picks some
	@$(RUN) tests.browser.chromium
	@$(RUN) pytest --numprocesses auto --maxprocesses 2 --dist loadfile $(ARGS)

gate: $(PROJECT) ## ask the sample suite, and fail if a figure fell below the recorded one
	@rm -rf test-output/gate
	@PAPERCHAT_HOME=test-output/gate/home $(VENV)/bin/paperchat eval --gate -o test-output/gate/run

check: $(PROJECT) $(TOOLS) ## format, lint, types, arrows between modules, spelling, fresh docs
	$(RUN) ruff format --check --quiet .
	$(RUN) ruff check --quiet .
	$(RUN) mypy
	$(VENV)/bin/lint-imports
	$(VENV)/bin/codespell
	$(RUN) cogapp --check README.md CONTRIBUTING.md

format: $(TOOLS) ## put the code in the form that `make check` wants
	$(RUN) ruff format .
	$(RUN) ruff check --fix .

docs: $(PROJECT) $(TOOLS) ## write the program's own help and tables into the documents
	$(RUN) cogapp -r README.md CONTRIBUTING.md

pictures: $(PROJECT) $(TOOLS) ## draw the pictures of the README anew, in a Chromium
	@$(RUN) tests.browser.chromium
	@$(RUN) scripts.pictures

bench: $(PROJECT) $(TOOLS) ## print the figures of speed and retrieval
	@$(RUN) eval.bench $(ARGS)

# The locks name versions and hashes, for every platform and no address of an index.
COMPILE = $(VENV)/bin/uv --no-config pip compile --quiet $(UPGRADE) --universal \
    --python-version 3.11 --fork-strategy fewest --generate-hashes --no-emit-index-url --no-emit-find-links \
    --custom-compile-command 'make lock'
lock: $(TOOLS) ## move the locked dependencies to their newest versions
	$(COMPILE) pyproject.toml --group build --output-file requirements.lock
	$(COMPILE) --group dev --constraints requirements.lock --output-file requirements-dev.lock
	$(COMPILE) --group models --no-deps --output-file requirements-models.lock
	$(COMPILE) --group supply --constraints requirements.lock --output-file requirements-supply.lock

audit: $(SUPPLY) ## ask a public database for known weaknesses of the locked packages; needs a network
	@$(VENV)/supply/bin/pip-audit --strict --require-hashes --disable-pip --progress-spinner off -r requirements.lock

bill: $(SUPPLY) ## write the software bill of materials of the locked packages: bill.cdx.json
	@PYTHONWARNINGS=ignore $(VENV)/supply/bin/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible \
	    --output-file bill.cdx.json requirements.lock

clean: ## remove what the routines made, the environment included
	rm -rf $(VENV) build dist test-output bill.cdx.json .mypy_cache .ruff_cache .pytest_cache \
	    .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Other locks mean a new environment, so that nothing is left in it that they do not name.
$(PACKAGES):
	@python=$$(sh scripts/find-python.sh $(PYTHON)) || exit 1; \
	    echo "Setting up $(VENV) with $$python; the first time takes a few minutes." >&2; \
	    "$$python" -m venv --clear $(VENV)
	@$(LOCKED) -r requirements.lock
	@touch $@

$(PROJECT): $(PACKAGES)
	@rm -f $(VENV)/.project-*
	@$(INSTALL) --no-deps --no-index --no-build-isolation -e .
	@touch $@

$(SUPPLY): $(PACKAGES)
	@rm -f $(VENV)/.supply-*
	@$(VENV)/bin/python -m venv --clear $(VENV)/supply
	@$(VENV)/supply/bin/python -m pip --disable-pip-version-check install -qq --require-hashes --no-deps \
	    --only-binary :all: -r requirements-supply.lock
	@touch $@

$(TOOLS): $(PACKAGES)
	@rm -f $(VENV)/.tools-*
	@$(LOCKED) -r requirements-dev.lock -r requirements-models.lock
	@touch $@
