#!/usr/bin/env bash
# Put a backup in the place of everything that a compose stack holds: deploy/restore.sh FILE.tar --yes
#
# Stops the stack, replaces Valkey's log and starts Valkey; start the rest with `docker compose up --detach --wait`.
set -euo pipefail

file=${1:?usage: deploy/restore.sh FILE.tar --yes}
compose=(${COMPOSE:-docker compose --file "$(dirname "$0")/compose.yaml"})

tar -tf "$file" | grep -q '^appendonlydir/.*\.manifest$' || { echo "restore.sh: $file is no backup" >&2; exit 1; }
if [ "${2:-}" != --yes ]; then
  echo "restore.sh: this replaces every match and account by those of $file; say --yes" >&2
  exit 1
fi
"${compose[@]}" stop
# What was there is kept beside it, in case the wrong file was chosen.
"${compose[@]}" run --rm -T --no-deps --entrypoint bash valkey -c '
  set -euo pipefail
  cd /data
  rm -rf .restored && mkdir .restored && tar -C .restored -x
  if [ -d appendonlydir ]; then rm -rf replaced && mv appendonlydir replaced; fi
  mv .restored/appendonlydir . && rmdir .restored' < "$file"
"${compose[@]}" up --detach --wait valkey
echo "restore.sh: Valkey runs with what $file holds; what it replaced is in its volume under replaced/" >&2
