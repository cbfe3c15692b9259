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

part "install, linters, types, extension" make -j2 --output-sync=target checks
part "editor" make editor-tests
part "Python" make python-tests
