#!/bin/sh
# Writes scripts/lock/*.txt: one release of each package, with the hashes of its files, for every Python and system; app.txt
# has what the program needs, dev.txt what its tests need as well. What is pinned stays while it fits pyproject.toml;
# `scripts/lock.sh --upgrade` takes the newest of each. The extra `train` is left out: it pins what matters itself.
set -eu
cd "$(dirname "$0")/.."
. scripts/lib.sh

tool=.tools/lock
[ -x "$tool/bin/uv" ] || { "$(scripts/python.sh)" -m venv --clear "$tool" && "$tool/bin/python" -m pip install --quiet uv; } ||
    fail "uv cannot be installed, which resolves for all Pythons at once; scripts/lock is as it was"

# lock NAME OPTION...: what builds the program, and installs a checkout, comes from standard input, so that nothing is
# fetched unseen for that.
lock() {
    name=scripts/lock/$1.txt
    shift
    "$tool/bin/python" -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'], 'editables', sep='\n')" |
        UV_CUSTOM_COMPILE_COMMAND="make lock" "$tool/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
            --no-annotate --no-emit-index-url --no-emit-find-links "$@" --output-file "$name" pyproject.toml -
    say "$name: $(grep -c == "$name") pins; run the tests with them before you commit it"
}

lock dev --extra club --extra dev "$@"
lock app --constraint scripts/lock/dev.txt
