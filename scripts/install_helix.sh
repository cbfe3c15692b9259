#!/usr/bin/env bash
# Put Helix beside the tests, in tests/editor/helix, if the system has none.
# Debian has it from version 13 on; an older system runs it with the libraries of that version, and is not changed.
set -euo pipefail
cd "$(dirname "$0")/../tests/editor"

[[ -x helix/hx ]] || command -v hx >/dev/null && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/packages"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main" \
    >"$work/sources.list"
apt=(apt-get -qq -o APT::Sandbox::User=root -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=-
    -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache")
"${apt[@]}" update
(cd "$work/packages" && "${apt[@]}" download hx libc6 libgcc-s1)

rm -rf helix
for package in "$work"/packages/*.deb; do
    dpkg-deb --extract "$package" helix
done
cat >helix/hx <<'EOF'
#!/bin/sh
libraries=$(dirname "$0")/usr/lib
export HELIX_RUNTIME="$libraries/hx/runtime"
exec "$libraries"/*/ld-linux-*.so.* --library-path "$(echo "$libraries"/*-linux-gnu)" "$libraries/hx/hx" "$@"
EOF
chmod +x helix/hx
