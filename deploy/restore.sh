#!/usr/bin/env bash
# Put a backup in the place of everything that a compose stack holds: deploy/restore.sh FILE.tar --yes
#
# Stops the stack, replaces Valkey's log and starts Valkey; start the rest with `docker compose up --detach --wait`.
set -euo pipefail

file=${1:?usage: deploy/restore.sh FILE.tar --yes}
here=$(dirname "$0")
compose=(${COMPOSE:-docker compose --file "$here/compose.yaml"})

# grep reads to the end: ending at the first match (-q) it would break tar's pipe, and the backup be taken for none.
tar -tf "$file" | grep '^appendonlydir/.*\.manifest$' > /dev/null || { echo "restore.sh: $file is no backup" >&2; exit 1; }
if [ "${2:-}" != --yes ]; then
  echo "restore.sh: this replaces every match and account by those of $file; say --yes" >&2
  exit 1
fi
"${compose[@]}" stop
"${compose[@]}" run --rm -T --no-deps --entrypoint bash valkey -c "$(cat "$here/valkey/replace-log.sh")" < "$file"
"${compose[@]}" up --detach --wait valkey
echo "restore.sh: Valkey runs with what $file holds; what it replaced is in its volume under replaced/" >&2
