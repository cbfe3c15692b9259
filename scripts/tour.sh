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
calls. They run in a sandbox: no network, no files to write, none of your keys. Here it checks eight small files:
EOF
run evenhand check examples
cat <<'EOF'

The 5 marked (information) are no warnings: a formula of the body needs age and sex, and laws set an age of 18.
Hints are not shown, such as: `applications` only counts people, `limit` and `apply` only pass on what `score` gives.

What a repair of the lender would change (nothing is written):
EOF
run evenhand fix examples/lending.py
cat <<'EOF'

Next:
  make editor                                  see the same in VS Code, while you type
  .venv/bin/evenhand check FOLDER              check your own code; `fix --write` there repairs it
  # evenhand: allow(age) your reason           above a function: the difference is intended
  pip install FOLDER_OF_EVENHAND               in your project; then `pytest --evenhand` keeps it so
EOF
