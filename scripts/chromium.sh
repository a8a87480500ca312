#!/bin/sh
# The tests drive the app in the system's Chromium: makes sure that it is there. The one that draws pages and no windows
# takes a tenth less of the processor; not every system has it.
set -eu
cd "$(dirname "$0")/.."
. scripts/lib.sh

command -v chromium-headless-shell >/dev/null || apt chromium-headless-shell || command -v chromium >/dev/null ||
    apt chromium || fail "The tests drive the app in Chromium: $(line chromium)"
