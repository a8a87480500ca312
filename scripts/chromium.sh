#!/bin/sh
# The tests drive the app in the system's Chromium: makes sure that it is there.
set -eu
cd "$(dirname "$0")/.."
. scripts/lib.sh

command -v chromium >/dev/null || apt chromium || fail "The tests drive the app in Chromium: $(line chromium)"
