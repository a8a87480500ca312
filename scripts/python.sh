#!/bin/sh
# Prints the Python to make .venv with: $PYTHON if set, python3 if it is new enough, else the newest that is there.
# One that can make virtual environments at once is preferred to one that needs a package for it first.
set -eu

runs() { "$1" -c "import sys; sys.version_info >= (3, 11) or sys.exit(1); $2" >/dev/null 2>&1; }

for needs in "import ensurepip, venv" "pass"; do
    for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        if runs "$python" "$needs"; then
            command -v "$python"
            exit 0
        fi
    done
done
echo "Python 3.11 or newer is needed and ${PYTHON:-python3} is none: install one, or name it: make PYTHON=/path/to/python3" >&2
exit 1
