#!/usr/bin/env bash
# Install the package with one Python, at one end of the versions that it allows, and try it.
#   scripts/try_versions.sh python3.13 lowest
#   scripts/try_versions.sh python3.12 newest
set -euo pipefail
cd "$(dirname "$0")/.."
python=$1 end=$2

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"$python" -m venv "$place/venv"
installed=$place/venv/bin/python

: >"$place/constraints"
if [[ $end == lowest ]]; then "$installed" scripts/lowest_versions.py mcp >"$place/constraints"; fi
export PIP_DISABLE_PIP_VERSION_CHECK=1
"$installed" -m pip install --quiet --constraint "$place/constraints" ".[mcp]"
# The tests themselves need a newer filelock than the package does.
"$installed" -m pip install --quiet --upgrade filelock pytest pytest-asyncio pytest-timeout pytest-lsp pytest-xdist hypothesis
"$installed" -m pip list --format freeze | grep -iE '^(click|rich|lsprotocol|pygls|mcp|jedi)=='

"$installed" -P -m evenhand check --exit-zero fixtures/biased/hiring.py
"$installed" -m pytest -q -p no:cacheprovider tests/cli/test_cli_check.py tests/cli/test_cli_mcp.py \
    tests/lsp/test_lsp_plain_clients.py tests/unit/test_cli_output.py
