#!/usr/bin/env bash
# Save every match, account and rating of a running compose stack: deploy/backup.sh FILE.tar
#
# The server keeps running. The file contains Valkey's append-only log up to the moment of the copy; a command cut off
# at its end is dropped when it is read again. With deploy/compose.postgres.yaml it also contains the archive. COMPOSE is
# the command, with its files.
set -euo pipefail

file=${1:?usage: deploy/backup.sh FILE.tar}
here=$(dirname "$0")
compose=(${COMPOSE:-docker compose --file "$here/compose.yaml"})

# It contains the seeds of running matches and the owners of tokens: only its owner may read it.
umask 077
"${compose[@]}" exec -T valkey bash -s < "$here/valkey/copy-log.sh" > "$file.part"
services=$("${compose[@]}" config --services)
if grep -x postgres <<< "$services" > /dev/null; then
  # After Valkey's log, never before. A match is written to the archive before it leaves Valkey: one that Valkey's copy
  # lacks had been written by then, and a later copy of the archive has it. One that moves in between is in both copies,
  # and Valkey's is used. The other way round it would be in neither.
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  "${compose[@]}" exec -T postgres pg_dump --username astrarium --format custom astrarium > "$work/archive.dump"
  tar --append --file "$file.part" --directory "$work" archive.dump
fi
mv "$file.part" "$file"
echo "backup.sh: wrote $file ($(du -h "$file" | cut -f1))" >&2
