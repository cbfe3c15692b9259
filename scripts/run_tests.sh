#!/usr/bin/env bash
# Run every check and test; the last line says how long each part took.
set -euo pipefail
cd "$(dirname "$0")/.."

times=()
trap 'echo "${times[*]/%/,} together $SECONDS s"' EXIT

part() {
    local name=$1 began=$SECONDS
    shift
    "$@"
    times+=("$name $((SECONDS - began)) s")
}

# The editor waits for most of its time, and what types into it comes first.
editor_and_python() {
    local printed status=0
    printed=$(mktemp)
    make editor-tests >"$printed" 2>&1 &
    local editor=$!

    nice make python-tests || status=$?
    wait "$editor" || status=$?
    cat "$printed"
    rm "$printed"
    return "$status"
}

part "install, linters, types, extension" make -j2 --output-sync=target checks
part "editor and Python" editor_and_python
