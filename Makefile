# `make play` and `make test` need nothing but Python 3.11+ and a package index.
PYTHON ?= python3
BIN := .venv/bin
GAME ?= amerix
MINUTES ?= 5
PAGE := src/tablee/server/static/page/index.html

.PHONY: play terminal serve test check check-code check-page unit sockets proofs page browser bench load crash soak nodes hostile fuzz goldens shots types docs release rehearse mutants coverage picture lexicon lock clean
.DEFAULT_GOAL := help

.PHONY: help
help:
	@echo "make play     start the table on this machine and open the page"
	@echo "make terminal play in the terminal against bots (GAME=amerix)"
	@echo "make test     everything that must pass: check, then all tests"
	@echo "make check    ruff, mypy --strict, layer contracts, licences, the page's types and style"
	@echo "make browser  the page in a real Chromium, which it finds or fetches"
	@echo "make serve    start the server on this machine"
	@echo "make bench    games, steps and words per second beside peers; bots against OpenSpiel's"
	@echo "make load     a thousand tables over real sockets, beside a peer"
	@echo "make crash    kill the server hundreds of times while tables play"
	@echo "make mutants  small faults in the rules that the tests must notice (SUBJECT=amerix SAMPLE=60)"
	@echo "make coverage lines and branches that the tests run (COVERED=\"tests/kernel tests/phases\")"
	@echo "make soak     an hour of tables: memory, files and database must not grow"
	@echo "make nodes    kill, freeze and restart three servers on one PostgreSQL"
	@echo "make hostile  256 sockets of one address attack; other tables must not notice"
	@echo "make fuzz     random games without end on every game (MINUTES=5 each)"
	@echo "make goldens  write the golden playthroughs and records anew"
	@echo "make shots    pictures of every screen into shots/ (SCREENS=amerix)"
	@echo "make picture  the picture of the README that moves, filmed on the page"
	@echo "make types    write the page's TypeScript types anew"
	@echo "make docs     write the tables of games in the docs anew, and build the site of the docs"
	@echo "make lexicon  build the lexicons anew from their sources (apt and pip)"
	@echo "make release  sdist, wheel, image and sums of a tag into dist/ (TAG=v0.2.0); make rehearse tries it"
	@echo "make lock     resolve the dependencies again"

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

# Who only plays waits for nothing that tests need, and the page is built while the rest is installed.
.venv/node: requirements-node.lock
	$(PYTHON) -m venv .venv
	$(PIP) --require-hashes -r requirements-node.lock
	@touch $@

.venv/packages: requirements-play.lock .venv/node
	$(PIP) --require-hashes -r requirements-play.lock
	@touch $@

# After the page: installing builds one where there is none.
.venv/playable: pyproject.toml .venv/packages | $(PAGE)
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/ready: .venv/playable requirements-dev.lock
	$(PIP) --require-hashes -r requirements-dev.lock
	$(BIN)/python hatch_build.py install
	@touch $@

# A new environment alone is no reason to build it again.
$(PAGE): hatch_build.py $(shell find web/*.* web/src web/public -type f) | .venv/node
	$(BIN)/python hatch_build.py build
	@touch $@

play:
	@$(MAKE) --no-print-directory -j 2 .venv/playable $(PAGE)
	@$(BIN)/tablee

terminal: .venv/playable
	@$(BIN)/tablee play $(GAME)

serve: .venv/playable $(PAGE)
	@$(BIN)/tablee --no-browser

# What takes one core is done two at a time; the tests share the cores by themselves. Those over sockets and in the
# browser wait for clocks: they come first, while proofs take only what the browser leaves.
test: .venv/ready
	$(MAKE) -j 2 check page
	$(MAKE) sockets
	$(MAKE) -j 2 browser proofs
	$(MAKE) rehearse

check: check-code check-page

check-code: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/reuse lint --quiet

check-page: .venv/ready
	$(BIN)/python hatch_build.py check
	$(BIN)/python hatch_build.py lint

unit: sockets proofs

sockets: .venv/ready
	$(BIN)/pytest -n auto tests/server

proofs: .venv/ready
	nice -n 19 $(BIN)/pytest -n auto --ignore tests/browser --ignore tests/server

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
	$(BIN)/python -m bench.geometry

load: .venv/ready
	$(BIN)/python -m bench.load

crash: .venv/ready
	$(BIN)/python -m tests.crash --kills 200

soak: .venv/ready
	$(BIN)/python -m tests.soak --minutes 60

# Needs PostgreSQL (apt-get install postgresql).
nodes: .venv/ready
	$(BIN)/python -m tests.nodes kill --times 200 --tables 300 --pause 2
	$(BIN)/python -m tests.nodes freeze --times 100 --tables 300 --pause 2
	$(BIN)/python -m tests.nodes roll --times 3 --tables 300 --pause 2
	$(BIN)/python -m tests.nodes database --times 20 --tables 30

hostile: .venv/ready
	$(BIN)/python -m tests.hostile --limit 30

fuzz: .venv/ready
	$(BIN)/tablee fuzz all --minutes $(MINUTES)

goldens: .venv/ready
	$(BIN)/python -m tests.goldens

shots: .venv/ready
	$(BIN)/python -m tests.browser.shots $(SCREENS)

# Of each a sample; SUBJECT="kernel amerix" SAMPLE=0 tries every fault of these two.
mutants: .venv/ready
	nice -n 15 $(BIN)/python -m tools.mutants $(SUBJECT) --sample $(or $(SAMPLE),60)

# In parts, so that one that fails loses nothing: each adds to what was measured before.
COVERED ?= tests/kernel tests/phases tests/pieces tests/domains tests/words tests/games tests/bots tests/lessons tests/lexicons tests/texts tests/server
coverage: .venv/ready
	rm -f .coverage
	for part in $(COVERED); do nice -n 15 $(BIN)/python -m coverage run --append -m pytest -p no:cacheprovider $$part || exit 1; done
	$(BIN)/python -m coverage report --skip-covered

picture: .venv/ready
	$(BIN)/python -m tests.browser.picture

lexicon: .venv/ready
	$(BIN)/python -m tools.lexicon

types: .venv/ready
	$(BIN)/python -m tablee.server.typescript

docs: .venv/ready
	$(BIN)/python -m tools.docs
	$(BIN)/python -m tools.site

# docs/releasing.md says what comes before.
release: .venv/ready
	$(BIN)/python -m tools.release $(TAG)

rehearse: .venv/ready
	$(BIN)/python -m tools.release --dry-run $(TAG)

lock:
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --extra postgres pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --group node pyproject.toml -o requirements-node.lock
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --group page pyproject.toml -o requirements-play.lock
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --group dev pyproject.toml -o requirements-dev.lock

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .numba_cache .import_linter_cache
	find src tests bench examples tools -name __pycache__ -prune -exec rm -rf {} +
