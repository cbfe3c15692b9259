#!/usr/bin/env bash
# Pin the versions that requirements/*.in and pyproject.toml allow, with hashes.
# `--upgrade` takes newer versions.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=build/lock-venv
if [[ ! -x $tools/bin/pip-compile ]]; then
    "${PYTHON:-python3.11}" -m venv "$tools"
    "$tools/bin/python" -m pip install --quiet pip-tools
fi

compile() {
    CUSTOM_COMPILE_COMMAND="make lock" "$tools/bin/pip-compile" --quiet --generate-hashes --strip-extras \
        --allow-unsafe --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options \
        --resolver=backtracking --output-file "$1" "${@:2}"
}

compile requirements/run.lock "$@" pyproject.toml
compile requirements/build.lock "$@" requirements/build.in
compile requirements/dev.lock "$@" requirements/dev.in
compile requirements/examples.lock "$@" requirements/examples.in
compile requirements/studies.lock "$@" requirements/studies.in
