#!/usr/bin/env bash
# Make .venv with exactly the versions in requirements/NAME.lock, for each NAME, and both packages of this project, editable.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    echo "$1" >&2
    exit 1
}

pick_python() {
    for python in ${PYTHON:-python3.11 python3.12 python3.13 python3}; do
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$python"
            return
        fi
    done
    fail "Evenhand needs Python 3.11 or newer; name one with PYTHON=/path/to/python."
}

if [[ ! -x .venv/bin/python ]]; then
    python=$(pick_python)
    echo "Making .venv with $python"
    "$python" -m venv --without-pip .venv
fi

# Some systems have Python and pip, but lack what `venv` needs to install pip.
pip=(.venv/bin/python -m pip)
"${pip[@]}" --version >/dev/null 2>&1 || pip=("$(pick_python)" -m pip --python .venv/bin/python)

locks=()
for name in build "$@"; do
    locks+=(-r "requirements/$name.lock")
done
echo "Installing the versions of $* into .venv"
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_WARN_SCRIPT_LOCATION=1
# A lock names everything. pip would look for newer versions of what has an extra (`hypothesis[lark]`).
"${pip[@]}" install -qq --require-hashes --no-deps "${locks[@]}"
"${pip[@]}" install -qq --no-deps --no-build-isolation --editable . --editable ./studies
problems=$("${pip[@]}" check) || fail "$problems"
