#!/usr/bin/env bash
# Save Valkey's log again and again, beside it: a file each in BACKUP_FOLDER, every BACKUP_EVERY_S seconds (0: once), and
# remove those that are older than BACKUP_DAYS days. Nothing is removed unless a new one was made.
set -euo pipefail

folder=${BACKUP_FOLDER:?names where backups go}
every_s=${BACKUP_EVERY_S:-3600}
days=${BACKUP_DAYS:-14}
here=$(cd "$(dirname "$0")" && pwd)
umask 077
trap 'exit 0' TERM INT

save() {
  local file
  file=$folder/astrarium-$(date -u +%Y%m%dT%H%M%SZ).tar
  if ! bash "$here/copy-log.sh" > "$file.part"; then
    rm -f "$file.part"
    echo "keep-backups.sh: no backup was made" >&2
    return 1
  fi
  mv "$file.part" "$file"
  echo "keep-backups.sh: wrote $file ($(du -h "$file" | cut -f1))" >&2
  find "$folder" -maxdepth 1 -name 'astrarium-*.tar' -mmin "+$((days * 1440))" -delete
}

if [ "$every_s" = 0 ]; then save; exit; fi
while true; do
  save || true
  # In the background, so that a signal ends it at once.
  sleep "$every_s" & wait $!
done
