#!/usr/bin/env bash
# Test a restore without touching what runs: deploy/drill.sh FILE.tar, or a folder, whose newest backup is used.
#
# Starts a second Valkey and game_state from the backup, and an archive if it has one, replays a sample of its matches
# (SAMPLE, 100), also archived ones, and removes everything again. COMPOSE is the program if it isn't `docker compose`.
# Exit code 0: the backup is good.
set -euo pipefail

from=${1:?usage: deploy/drill.sh FILE.tar or FOLDER}
here=$(cd "$(dirname "$0")" && pwd)
if [ -d "$from" ]; then
  # Names end with the time, so the last one is the newest.
  file=$(find "$from" -maxdepth 1 -name 'astrarium-*.tar' | sort | tail -n 1)
  [ -n "$file" ] || { echo "drill.sh: there is no backup in $from" >&2; exit 1; }
else
  file=$from
fi

work=$(mktemp -d)
export ASTRARIUM_SECRETS=$work/secrets COMPOSE_PROFILES=
files=(--file "$here/compose.yaml")
# Read to the end; otherwise tar's pipe breaks.
if tar -tf "$file" | grep -x archive.dump > /dev/null; then files+=(--file "$here/compose.postgres.yaml"); fi
compose=(${COMPOSE:-docker compose} "${files[@]}" --project-name "astrarium-drill-$$")
end() {
  "${compose[@]}" down --volumes --timeout 5 >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap end EXIT

"$here/secrets.sh" "$work/secrets"
COMPOSE="${compose[*]}" "$here/restore.sh" "$file" --yes
"${compose[@]}" run --rm -T --no-deps game-state services.game_state.check_matches --sample "${SAMPLE:-100}"
"${compose[@]}" up --detach --wait game-state
echo "drill.sh: $file is good" >&2
