# make run     set up, and show what Evenhand does with the files in examples/
# make quick   set up, and run linters, types and the tests that need no process of their own
# make test    set up, and run every check and test
# make editor  set up, and open VS Code in the browser with the extension installed
# make load    kill, flood and starve for longer than `make test` does (tests/load/), and attack with every hostile program and the largest sources (tests/hostile/)
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

.PHONY: run setup quick test checks lint types python-lint python-types node-lint node-types package editor-installed editor-ready \
	python-tests editor-tests extension editor load hostile site bench format lock clean

run: .venv/.run-installed
	@scripts/tour.sh

setup: .venv/.dev-installed node_modules/.installed

quick: setup
	$(MAKE) -j2 --output-sync=target python-lint python-types
	$(BIN)/python -m pytest -q -n 2 --maxschedchunk=100 -m "not long" tests/unit studies/tests/unit

# What needs most time first.
test:
	@scripts/run_tests.sh

checks: python-types node-lint node-types editor-installed python-lint package

lint: python-lint node-lint

types: python-types node-types

python-lint: .venv/.dev-installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

python-types: .venv/.dev-installed
	$(BIN)/mypy

node-lint: node_modules/.installed
	npm run --silent lint

node-types: node_modules/.installed
	npm run --silent typecheck

package: setup
	npm run --silent package

editor-installed:
	scripts/install_editor.sh

# The tests of a file share what one of them has set up, so one process runs them all.
python-tests: .venv/.dev-installed
	$(BIN)/python -m pytest -n 2 --dist=loadfile --no-loadscope-reorder -rfEs

editor-tests:
	npm run --silent test:editor

editor-ready: package editor-installed

extension: editor-ready
	$(MAKE) editor-tests

editor: package
	npm run --silent editor

load: .venv/.dev-installed
	EVENHAND_LOAD=full $(BIN)/python -m pytest -n 2 --dist=loadfile -rs tests/load tests/hostile

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

.venv/.run-installed: requirements/run.lock requirements/examples.lock requirements/studies.lock requirements/build.lock pyproject.toml studies/pyproject.toml
	@scripts/make_venv.sh run examples studies
	@touch $@

.venv/.dev-installed: requirements/dev.lock requirements/build.lock pyproject.toml studies/pyproject.toml
	@scripts/make_venv.sh dev
	@touch $@ .venv/.run-installed

node_modules/.installed: package-lock.json .npmrc
	npm ci --ignore-scripts --loglevel=error
	@touch $@
