# Astrarium. `make` alone lists what there is.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# uv installs in a fraction of pip's time; pip knows ways to packages, such as a mirror in its settings, that uv does not.
UV := $(BIN)/python -m uv pip install --quiet --python $(BIN)/python
ALL := --no-build-isolation --editable '.[dev,server,plot]'
TOOLS := .venv/.tools
RESEARCH := build/research
STAMP := .venv/.installed
TESTS ?=
TARGETS ?=
PARTS ?=
INPUTS ?=
PYTHONS ?=
DRY ?=

.DEFAULT_GOAL := help
.PHONY: help setup run test mutate cover lint format bench soak attack load lighthouse pictures ladder research sanitize protos golden wheels release clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Without packages the compiler can begin.
$(TOOLS):
	@command -v $(PYTHON) >/dev/null || { echo "astrarium needs Python 3.11 or newer, and found no $(PYTHON)" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "astrarium needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	@command -v $${CC:-cc} >/dev/null || { echo "astrarium needs a C compiler (gcc or clang) to build its rules engine, and found none" >&2; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	@echo "installing into .venv and compiling (some minutes the first time) ..."
	@$(PIP) 'setuptools>=77' 'cython>=3.1' 'uv>=0.8'
	@touch $@

$(STAMP): pyproject.toml | $(TOOLS)
	@export ASTRARIUM_COMPILE=0; $(UV) $(ALL) || $(PIP) --no-compile $(ALL)
	@touch $@

.PHONY: compiled page
compiled: $(TOOLS)
	@mkdir -p build
	@$(BIN)/python setup.py --quiet build_ext --inplace >build/setup.log 2>&1 || { cat build/setup.log; exit 1; }

page: $(STAMP)
	@mkdir -p build
	@$(BIN)/python -m protos.generate >build/protos.log 2>&1 || { cat build/protos.log; exit 1; }
	@$(BIN)/python -m deploy.page
	@$(BIN)/python -m deploy.guide

setup: ## set up .venv, generate the gRPC modules, compile the engine, build the browser client
	@$(MAKE) --no-print-directory --jobs=2 compiled page
	@$(BIN)/python -c 'import engine.registry, ai.levels'

run: setup ## start the whole stack, play a demonstration match over REST, keep serving
	@$(BIN)/astrarium demo --serve

test: setup ## run every test this machine allows (TESTS="tests/roll -k ship" for some)
	@$(BIN)/python -m tests.run $(TESTS)

mutate: setup ## change one sign at a time and see that a test notices (TARGETS="standings clocks" for some)
	@nice -n 10 $(BIN)/python -m tests.mutation $(TARGETS)

cover: setup ## measure how much of the plain Python code the tests reach
	@nice -n 5 $(BIN)/python -m tests.cover $(TESTS)

lint: setup ## ruff, mypy, import contracts, buf; tsc and biome for the browser client
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/buf lint
	@$(BIN)/python -m deploy.page generate types lint

format: setup ## format the code
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@$(BIN)/python -m deploy.page format

bench: setup ## measure engine, search and services, each beside its floor
	@$(BIN)/python -m bench

soak: setup ## 10,000 random games per game and seat count, decisions over budget
	@$(BIN)/python -m pytest -m soak -n auto tests
	@TESTS_SOAKED=1 $(BIN)/python -m pytest -n auto tests/tournaments
	@$(BIN)/python -m bench --soak

attack: setup ## attack a local stack as strangers do, 120,000 inputs (PARTS="wire-http" for some, INPUTS=1000)
	@$(BIN)/python -m tests.attack $(PARTS) $(if $(INPUTS),--inputs $(INPUTS))

load: setup ## load a local stack: matches, actions, event streams
	@$(BIN)/python -m bench.load

lighthouse: setup ## measure the page in chromium: own action to its result, scrubbing, Lighthouse's marks
	@$(BIN)/python -m bench.browser

pictures: setup ## take the README's pictures of each game's table from the running page
	@$(BIN)/python -m bench.pictures

ladder: setup ## a short form of the table of levels (FULL=1 for the long one, hours)
	@$(BIN)/astrarium ladder $(if $(FULL),--full)

research: setup ## the own test suites of PettingZoo, Gymnasium and OpenSpiel, all in build/research (250 MB)
	@$(BIN)/python -m uv venv --quiet --allow-existing --python $(BIN)/python $(RESEARCH)
	@$(BIN)/python -m uv pip install --quiet --python $(RESEARCH)/bin/python --requirement pyproject.toml --extra rl \
		hypothesis pytest pytest-randomly pytest-timeout pytest-xdist structlog
	@PYTHONPATH=. $(RESEARCH)/bin/python -m pytest --numprocesses auto tests/ai/environments

sanitize: setup ## play 2,000 games under the address and undefined-behaviour sanitizers
	@PYTHON="$(abspath $(BIN)/python)" tests/simulation/sanitize.sh $(MATCHES)

protos: $(STAMP) ## generate the gRPC modules from protos/
	@$(BIN)/python -m protos.generate

golden: setup ## write the golden playthroughs anew (read the difference!)
	@$(BIN)/python -m tests.golden.regenerate

wheels: setup ## make an sdist and a wheel for each Python that is here, and try them (PYTHONS="python3.12" for some)
	@$(BIN)/python -m deploy.wheels $(PYTHONS)

release: setup ## make and tag what a version is published with (DRY=1 says what stands against it)
	@$(BIN)/python -m deploy.release $(if $(DRY),--dry)

clean: ## remove what was built
	@rm -rf web/node_modules web/openapi.json web/src/api/schema.d.ts services/gateway/built services/gateway/built_guide
	@rm -rf build dist .venv *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find engine ai protos -name '*.so' -delete -o -name '*.c' -delete -o -name '*_pb2*.py*' -delete
