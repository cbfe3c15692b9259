#!/usr/bin/env bash
# Run the tests in the editor beside those of pytest. Both must pass; pytest has the last line.
set -uo pipefail
cd "$(dirname "$0")/.."
mkdir -p build

npm run --silent test:editor >build/editor_tests.log 2>&1 &
editor=$!
trap 'kill "$editor" 2>/dev/null' INT TERM

.venv/bin/python -m pytest -n auto 2>&1 | tee build/pytest.log
pytest_status=$?
echo "Waiting for the tests in the editor ..."
wait "$editor"
editor_status=$?

cat build/editor_tests.log
tail -n 1 build/pytest.log
exit $((pytest_status || editor_status))
