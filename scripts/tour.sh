#!/usr/bin/env bash
# What `make run` shows: a check of examples/, what it leaves alone, and what a repair would change.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH"

# Run a command as a reader would type it; a finding is no failure here.
run() {
    printf '\n$ %s\n' "$*"
    "$@" 2>&1 || [[ $? == 1 ]]
}

cat <<'EOF'
Evenhand runs functions twice: the same person, one attribute changed. Where the outcome differs, it shows both
calls. They run behind walls: no network, no files to write, none of your keys. Here it checks eight small files:
EOF
run evenhand check examples
cat <<'EOF'

What says (information) is no warning: a formula of the body needs age and sex, and laws set an age of 18.
Only hints, so not shown: `applications` counts, `invitation` words a letter, `limit` and `apply` hand on `score`.

What a repair of the lender would change (nothing is written):
EOF
run evenhand fix examples/lending.py
cat <<'EOF'

Next:
  make editor                           see the same in VS Code, while you type
  .venv/bin/evenhand check FOLDER       check your own code
  pip install . && pytest --evenhand    keep it so, in the tests of your project
EOF
