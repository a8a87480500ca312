#!/bin/sh
# Makes .venv and installs the project into it, with the releases that were tested (scripts/lock): setup.sh [EXTRA].
# Safe to run again after it was broken off.
set -eu
cd "$(dirname "$0")/.."
. scripts/lib.sh

extra=${1:-}
venv=.venv

if ! "$venv/bin/python" -c "import pip, sys; sys.exit(sys.version_info < (3, 11))" >/dev/null 2>&1; then
    python=$(scripts/python.sh)
    if ! "$python" -c "import ensurepip, venv" >/dev/null 2>&1; then # Debian keeps this in a package of its own
        package=$("$python" -c "import sys; print('python%d.%d-venv' % sys.version_info[:2])")
        apt "$package" || fail "This Python makes no virtual environments yet: $(line "$package")"
    fi
    say "Making $venv with $("$python" --version)"
    "$python" -m venv --clear "$venv"
fi

say "Installing${extra:+ with what $extra needs} (the first time takes a minute or two)"
install="$venv/bin/python -m pip install --quiet --disable-pip-version-check"
# Of each file the hash is checked; what builds the program is among them, so that nothing else is fetched for that.
$install --require-hashes --requirement "scripts/lock/$([ -n "$extra" ] && echo dev || echo app).txt"
$install --no-deps --no-build-isolation --editable .
if [ "$extra" = train ]; then # of which the extra pins what matters
    $install --no-build-isolation --editable ".[train]"
fi
# OpenCV brings its own libraries but for these; trying is surer than asking which packages are there.
if ! trouble=$("$venv/bin/python" -c "import cv2" 2>&1); then
    case $trouble in
        *.so*) ;;
        *) fail "OpenCV does not start: $(printf '%s\n' "$trouble" | tail -n 1)" ;;
    esac
    packages="libgl1 libglib2.0-0"
    # shellcheck disable=SC2086  # two packages, two words
    apt $packages || fail "OpenCV needs system libraries: $(line $packages)"
    "$venv/bin/python" -c "import cv2" || fail "OpenCV still does not start; its own words are above"
fi
