PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test check bench content catalogues clean

$(VENV)/.ready: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip
	$(BIN)/python -m pip install -q -e '.[dev]'
	touch $@

play: $(VENV)/.ready  ## set up, open the app on the sample battle
	$(BIN)/warcry3d play

test: $(VENV)/.ready  ## set up, run the tests
	$(BIN)/python -m pytest

check: $(VENV)/.ready  ## format, lint, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.ready  ## measure; not a test
	$(BIN)/python -m benchmarks

content: $(VENV)/.ready  ## make figures, terrain and textures again from assets/source
	$(BIN)/python -m assets.source

catalogues: $(VENV)/.ready  ## bring the message catalogues up to date with the source
	$(BIN)/python -m warcry3d.words.catalogues

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
