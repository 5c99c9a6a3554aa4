#!/usr/bin/env bash
# Save every match, account and rating of a running compose stack: deploy/backup.sh FILE.tar
#
# The server goes on meanwhile. The file holds Valkey's append-only log up to the moment of the copy; an order cut off
# at its end is dropped when it is read again. COMPOSE is the command, files included.
set -euo pipefail

file=${1:?usage: deploy/backup.sh FILE.tar}
here=$(dirname "$0")
compose=(${COMPOSE:-docker compose --file "$here/compose.yaml"})

# It holds the seeds of running matches and whose tokens are whose: for its owner alone.
umask 077
"${compose[@]}" exec -T valkey bash -s < "$here/valkey/copy-log.sh" > "$file.part"
mv "$file.part" "$file"
echo "backup.sh: wrote $file ($(du -h "$file" | cut -f1))" >&2
