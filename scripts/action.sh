#!/usr/bin/env bash
# What action.yml runs: findings as annotations and in SARIF. Its inputs come in the environment.
set -euo pipefail

command=(evenhand check)
if [[ -n ${SINCE:-} ]]; then
    # A checkout of a pull request often has a single commit.
    git cat-file -e "$SINCE^{commit}" 2>/dev/null || git fetch --quiet --depth=1 origin "$SINCE"
    command=(evenhand audit --since "$SINCE")
fi
if [[ -n ${BASELINE:-} ]]; then command+=(--baseline "$BASELINE"); fi
read -ra paths <<< "${PATHS:-.}"

status=0
"${command[@]}" --format sarif "${paths[@]}" > "${SARIF:-evenhand.sarif}" || status=$?
"${command[@]}" --format github "${paths[@]}" || true
if [[ $status == 1 && ${FAIL:-true} != true ]]; then status=0; fi
exit "$status"
