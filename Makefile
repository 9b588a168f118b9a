# One command sets up what it needs (a virtual environment in .venv) and does its work; `make` lists them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
SEED := $(shell date +%s)
MINUTES ?= 10
# Byte code is kept from run to run also where the environment asks for none: reading the tests takes 10 s then, not 24.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play test soak lint check bench content catalogues clean

help:  ## list these commands
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|' 2>/dev/null \
	  || sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1: \2/p' $(MAKEFILE_LIST)

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "no $(PYTHON) here: install Python 3.11 or newer, or name one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "$(PYTHON) is $$($(PYTHON) -V 2>&1), but warcry3d needs Python 3.11 or newer; name one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
	  || { rm -rf $(VENV); echo "$(PYTHON) cannot make a virtual environment; on Debian and Ubuntu: apt-get install python3-venv"; exit 1; }

$(VENV)/.ready: pyproject.toml | $(BIN)/python
	@echo "setting up $(VENV), once (some hundred megabytes)..."
	@$(BIN)/python -m pip install -q --upgrade pip
	@$(BIN)/python -m pip install -q -e '.[dev]'
	@$(BIN)/python -m compileall -q warcry3d
	@touch $@

play: $(VENV)/.ready  ## set up, open the app on the sample battle
	@$(BIN)/python -m warcry3d.compilation
	@$(BIN)/warcry3d play $(ARGS)

test: $(VENV)/.ready  ## set up, run the tests on up to four processors (ARGS="tests/sight -x" for some)
	@$(BIN)/python -m warcry3d.compilation
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal $(ARGS)

soak: $(VENV)/.ready  ## set up, run long laws, and properties on fresh examples (SEED=1 repeats a run, MINUTES=5 shortens it)
	@echo "make soak SEED=$(SEED)"
	@$(BIN)/python -m warcry3d.compilation
	$(BIN)/python -m pytest -n auto --maxprocesses 4 -m "soak or hypothesis" --hypothesis-profile soak \
	  --hypothesis-seed $(SEED) --soak-seed $(SEED) --soak-seconds $$(($(MINUTES) * 60)) $(ARGS)

lint: $(VENV)/.ready  ## format, lint, types, import contracts, catalogues, commit subjects
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m warcry3d.messages.catalogues --check
	.ci/commit-subjects

check: lint test  ## everything that must hold: lint, then the tests

bench: $(VENV)/.ready  ## measure; not a test
	$(BIN)/python -m benchmarks $(ARGS)

content: $(VENV)/.ready  ## make figures, terrain and tables again from assets/source (ARGS=pictures: those of the docs)
	$(BIN)/python -m assets.source $(ARGS)

catalogues: $(VENV)/.ready  ## bring the message catalogues up to date with the source
	$(BIN)/python -m warcry3d.messages.catalogues

clean:  ## remove .venv and what tools left
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
