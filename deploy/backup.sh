#!/usr/bin/env bash
# Save every match, account and rating of a running compose stack: deploy/backup.sh FILE.tar
#
# The server goes on meanwhile. The file holds Valkey's append-only log up to the moment of the copy; an order cut off
# at its end is dropped when it is read again. COMPOSE is the command, files included.
set -euo pipefail

file=${1:?usage: deploy/backup.sh FILE.tar}
compose=(${COMPOSE:-docker compose --file "$(dirname "$0")/compose.yaml"})

# Files of the log only grow, until Valkey rewrites them and names the new ones in the manifest: a copy is whole if the
# manifest did not change meanwhile.
"${compose[@]}" exec -T valkey bash -s > "$file.part" <<'EOF'
set -euo pipefail
cd /data
trap 'rm -rf /data/.backup' EXIT
for _ in 1 2 3 4 5; do
  rm -rf .backup && mkdir .backup
  before=$(cat appendonlydir/*.manifest)
  if cp -r appendonlydir .backup/ && [ "$before" = "$(cat appendonlydir/*.manifest)" ]; then
    tar -C .backup -c appendonlydir
    exit
  fi
done
echo "backup.sh: the log was rewritten during each of five copies; try again" >&2
exit 1
EOF
mv "$file.part" "$file"
echo "backup.sh: wrote $file ($(du -h "$file" | cut -f1))" >&2
