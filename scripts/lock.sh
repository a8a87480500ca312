#!/bin/sh
# Writes constraints.txt: one release of each package that the program and its tests use, for every Python and system.
# What is pinned stays while it fits pyproject.toml; `scripts/lock.sh --upgrade` takes the newest of each. The extra
# `train` is left out: it pins what matters itself.
set -eu
cd "$(dirname "$0")/.."
. scripts/lib.sh

tool=.tools/lock
[ -x "$tool/bin/uv" ] || { "$(scripts/python.sh)" -m venv --clear "$tool" && "$tool/bin/python" -m pip install --quiet uv; } ||
    fail "uv cannot be installed, which resolves for all Pythons at once; constraints.txt is as it was"
UV_CUSTOM_COMPILE_COMMAND="make lock" "$tool/bin/uv" pip compile --quiet --universal --python-version 3.11 --extra club --extra dev \
    --no-annotate --no-emit-index-url --no-emit-find-links "$@" --output-file constraints.txt pyproject.toml
say "constraints.txt: $(grep -c == constraints.txt) pins; run the tests with them before you commit it"
