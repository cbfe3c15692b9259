# make run     set up, and show what Evenhand does with the files in examples/
# make quick   set up, and run linters, types and the tests that need no process of their own
# make test    set up, and run every check and test
# make editor  set up, and open VS Code in the browser with the extension installed
# make hostile run every program and folder that attacks (tests/hostile/), and print what came of it
# make site    build the documentation as a site in build/site, and check its links
# make bench DATA=FOLDER   measure over labelled functions (benchmarks/)
# make lock    pin the dependencies again

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory
BIN := .venv/bin
# The tests start thousands of processes, each of which would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run setup quick test lint python-lint types python-types bundle python-tests extension editor hostile site bench format lock clean

run: .venv/.run-installed
	@scripts/tour.sh

setup: .venv/.dev-installed node_modules/.installed

quick: setup
	$(MAKE) -j2 --output-sync=target python-lint python-types
	$(BIN)/python -m pytest -q -n 2 -m "not long" tests/unit

# The editor's tests run alone: they type at the speed of a person, which a busy machine does not.
test: setup
	$(MAKE) -j2 --output-sync=target lint types bundle
	$(MAKE) extension
	$(MAKE) python-tests

lint: python-lint node_modules/.installed
	npm run --silent lint

python-lint: .venv/.dev-installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: setup python-types
	npm run --silent typecheck

python-types: .venv/.dev-installed
	$(BIN)/mypy

bundle: setup
	npm run --silent test:editor:prepare

python-tests: .venv/.dev-installed
	$(BIN)/python -m pytest -n 2 -rs

extension: bundle
	npm run --silent test:editor

editor: .venv/.dev-installed node_modules/.installed
	npm run --silent build
	npm run --silent package
	npm run --silent editor

hostile: .venv/.dev-installed
	$(BIN)/python tests/hostile

site: .venv/.run-installed
	$(BIN)/python -P scripts/documentation build/site

bench: .venv/.dev-installed
	$(BIN)/python -m benchmarks.quality $(DATA)

format: .venv/.dev-installed node_modules/.installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	npm run --silent format

lock:
	scripts/lock_requirements.sh

clean:
	rm -rf .venv node_modules tests/editor/node_modules build dist bundled

.venv/.run-installed: requirements/run.lock requirements/examples.lock requirements/build.lock pyproject.toml
	@scripts/make_venv.sh run examples
	@touch $@

.venv/.dev-installed: requirements/dev.lock requirements/build.lock pyproject.toml
	@scripts/make_venv.sh dev
	@touch $@ .venv/.run-installed

node_modules/.installed: package-lock.json .npmrc
	npm ci --ignore-scripts --loglevel=error
	@touch $@
