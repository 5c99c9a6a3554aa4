#!/usr/bin/env bash
# Replace all data of a compose stack with a backup: deploy/restore.sh FILE.tar --yes
#
# Stops the stack, replaces Valkey's log, and the archive if the backup has one, and starts these; start the rest with `docker compose up --detach --wait`.
set -euo pipefail

file=${1:?usage: deploy/restore.sh FILE.tar --yes}
here=$(dirname "$0")
compose=(${COMPOSE:-docker compose --file "$here/compose.yaml"})

# grep reads to the end: ending at the first match (-q) would break tar's pipe, and the backup would look invalid.
tar -tf "$file" | grep '^appendonlydir/.*\.manifest$' > /dev/null || { echo "restore.sh: $file is no backup" >&2; exit 1; }
if [ "${2:-}" != --yes ]; then
  echo "restore.sh: this replaces every match and account by those of $file; say --yes" >&2
  exit 1
fi
# Read to the end, as above.
has_archive=$(tar -tf "$file" | grep -cx archive.dump || true)
services=$("${compose[@]}" config --services)
has_postgres=$(grep -cx postgres <<< "$services" || true)
if [ "$has_archive" = 1 ] && [ "$has_postgres" = 0 ]; then
  echo "restore.sh: $file has an archive: name the files with COMPOSE, deploy/compose.postgres.yaml included" >&2
  exit 1
fi
"${compose[@]}" stop
if [ "$has_archive" = 1 ]; then
  "${compose[@]}" up --detach --wait postgres
  tar -xOf "$file" archive.dump | "${compose[@]}" exec -T postgres \
    pg_restore --username astrarium --dbname astrarium --clean --if-exists --single-transaction --exit-on-error
elif [ "$has_postgres" = 1 ]; then
  echo "restore.sh: $file has no archive: the one that is there stays as it is" >&2
fi
"${compose[@]}" run --rm -T --no-deps --entrypoint bash valkey -c "$(cat "$here/valkey/replace-log.sh")" < "$file"
"${compose[@]}" up --detach --wait valkey
echo "restore.sh: Valkey runs with what $file holds; what it replaced is in its volume under replaced/" >&2
