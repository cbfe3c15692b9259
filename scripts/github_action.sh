#!/usr/bin/env bash
# The GitHub action (action.yml): write findings as annotations, as SARIF and as the job's summary.
# The inputs of the action are environment variables.
set -euo pipefail

command=(evenhand check)
if [[ -n ${SINCE:-} ]]; then
    # The checkout of a pull request often has one commit only.
    git cat-file -e "$SINCE^{commit}" 2>/dev/null || git fetch --quiet --depth=1 origin "$SINCE"
    command=(evenhand audit --since "$SINCE")
fi
if [[ -n ${BASELINE:-} ]]; then command+=(--baseline "$BASELINE"); fi
read -ra paths <<< "${PATHS:-.}"

command+=(--format github --output "sarif=${SARIF:-evenhand.sarif}")
if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then command+=(--output "markdown=$GITHUB_STEP_SUMMARY"); fi

status=0
"${command[@]}" "${paths[@]}" || status=$?
if [[ $status == 1 && ${FAIL:-true} != true ]]; then status=0; fi
exit "$status"
