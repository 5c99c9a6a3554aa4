#!/usr/bin/env bash
# Save Valkey's log regularly, from beside it: a file in BACKUP_FOLDER every BACKUP_EVERY_S seconds (0: once); remove
# those older than BACKUP_DAYS days. Nothing is removed unless a new one was made.
#
# With BACKUP_ARCHIVE, the name of PostgreSQL's host, the archive is saved instead: BACKUP_AFTER_S seconds later, because
# it must contain what Valkey's copy lacks. BACKUP_PASSWORD names the file of the password.
set -euo pipefail

folder=${BACKUP_FOLDER:?names where backups go}
archive=${BACKUP_ARCHIVE:-}
every_s=${BACKUP_EVERY_S:-3600}
days=${BACKUP_DAYS:-14}
here=$(cd "$(dirname "$0")" && pwd)
umask 077
trap 'exit 0' TERM INT

if [ -n "$archive" ]; then
  what=archive kind=dump
  PGPASSWORD=$(cat "${BACKUP_PASSWORD:?names the file of the password}")
  export PGPASSWORD
  copy() { pg_dump --host "$archive" --port "${BACKUP_PORT:-5432}" --username astrarium --format custom astrarium; }
else
  what=astrarium kind=tar
  copy() { bash "$here/copy-log.sh"; }
fi

save() {
  local file
  file=$folder/$what-$(date -u +%Y%m%dT%H%M%SZ).$kind
  if ! copy > "$file.part"; then
    rm -f "$file.part"
    echo "keep-backups.sh: no backup was made" >&2
    return 1
  fi
  mv "$file.part" "$file"
  echo "keep-backups.sh: wrote $file ($(du -h "$file" | cut -f1))" >&2
  find "$folder" -maxdepth 1 -name "$what-*.$kind" -mmin "+$((days * 1440))" -delete
}

if [ "$every_s" = 0 ]; then save; exit; fi
sleep "${BACKUP_AFTER_S:-0}" & wait $!
while true; do
  save || true
  # In the background, so that a signal ends it at once.
  sleep "$every_s" & wait $!
done
