#!/bin/sh
# The tests of the record start a PostgreSQL server of their own: makes sure that one is there. Where it cannot be
# installed without a question they are skipped, and say so.
set -eu
cd "$(dirname "$0")/.."
. scripts/lib.sh

for program in "$(command -v postgres || true)" /usr/lib/postgresql/*/bin/postgres; do
    [ -x "$program" ] && exit 0
done
apt postgresql || say "The tests with a PostgreSQL server are skipped; to run them: $(line postgresql)"
