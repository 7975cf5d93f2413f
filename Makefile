# `make play` and `make test` need nothing but Python 3.11+ and a package index.
PYTHON ?= python3
BIN := .venv/bin
GAME ?= amerix
MINUTES ?= 5
PAGE := src/tablee/server/static/page/index.html

.PHONY: play terminal serve test check check-code check-page unit page browser bench load crash fuzz goldens shots types docs lexicon lock clean
.DEFAULT_GOAL := help

.PHONY: help
help:
	@echo "make play     start the table on this machine and open the page"
	@echo "make terminal play in the terminal against bots (GAME=amerix)"
	@echo "make test     everything that must pass: check, then all tests"
	@echo "make check    ruff, mypy --strict, layer contracts, the page's types and style"
	@echo "make browser  the page in a real Chromium, which it finds or fetches"
	@echo "make serve    start the server on this machine"
	@echo "make bench    games, steps and words per second beside peers; bots against OpenSpiel's"
	@echo "make load     a thousand tables over real sockets, beside a peer"
	@echo "make crash    kill the server hundreds of times while tables play"
	@echo "make fuzz     random games without end on every game (MINUTES=5 each)"
	@echo "make goldens  write the golden playthroughs and records anew"
	@echo "make shots    pictures of every screen into shots/ (SCREENS=amerix)"
	@echo "make types    write the page's TypeScript types anew"
	@echo "make docs     write the tables of games in the README and docs anew"
	@echo "make lexicon  build the lexicons anew from their sources (apt and pip)"
	@echo "make lock     resolve the dependencies again"

.venv/ready: requirements.lock requirements-dev.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(PAGE): .venv/ready hatch_build.py $(shell find web/*.* web/src web/public -type f)
	$(BIN)/python hatch_build.py build
	@touch $@

play: .venv/ready $(PAGE)
	@$(BIN)/tablee

terminal: .venv/ready
	@$(BIN)/tablee play $(GAME)

serve: .venv/ready
	@$(BIN)/tablee --no-browser

# What takes one core is done two at a time; the tests share the cores by themselves.
test: .venv/ready
	$(MAKE) -j 2 check page
	$(MAKE) unit
	$(MAKE) browser

check: check-code check-page

check-code: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check-page: .venv/ready
	$(BIN)/python hatch_build.py check
	$(BIN)/python hatch_build.py lint

unit: .venv/ready
	$(BIN)/pytest -n auto --ignore tests/browser

page: check-page
	$(BIN)/python hatch_build.py test

# Two, whatever the machine: races need a page that keeps up.
browser: .venv/ready
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/pytest -n 2 tests/browser

bench: .venv/ready
	$(BIN)/python -m bench
	$(BIN)/python -m bench.words
	$(BIN)/python -m bench.envs
	$(BIN)/python -m bench.minds --seconds 3
	$(BIN)/python -m bench.hearts --minutes 3

load: .venv/ready
	$(BIN)/python -m bench.load

crash: .venv/ready
	$(BIN)/python -m tests.crash --kills 200

fuzz: .venv/ready
	$(BIN)/tablee fuzz all --minutes $(MINUTES)

goldens: .venv/ready
	$(BIN)/python -m tests.goldens

shots: .venv/ready
	$(BIN)/python -m tests.browser.shots $(SCREENS)

lexicon: .venv/ready
	$(BIN)/python -m tools.lexicon

types: .venv/ready
	$(BIN)/python -m tablee.server.typescript

docs: .venv/ready
	$(BIN)/python -m tools.docs

lock:
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --group dev pyproject.toml -o requirements-dev.lock

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests bench examples tools -name __pycache__ -prune -exec rm -rf {} +
