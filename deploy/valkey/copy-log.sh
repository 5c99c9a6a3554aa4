#!/usr/bin/env bash
# Write a copy of a running Valkey's log to standard output, as a tar file; backup.sh runs this beside Valkey.
#
# Files of the log only grow, until Valkey rewrites them and names the new ones in the manifest: a copy is whole if the
# manifest did not change meanwhile. A new one is first written as temp-*.manifest, which is not copied.
set -euo pipefail
cd /data
trap 'rm -rf /data/.backup' EXIT

manifest() { cat appendonlydir/appendonly*.manifest; }

copy() {
  local file
  rm -rf .backup && mkdir -p .backup/appendonlydir || return
  for file in appendonlydir/*; do
    case $file in
      appendonlydir/temp-*) ;;
      # Files that a rewrite made never change: a second name for them takes no room on Valkey's disk.
      *.base.*) cp -l "$file" .backup/appendonlydir 2>/dev/null || cp "$file" .backup/appendonlydir || return ;;
      *) cp "$file" .backup/appendonlydir || return ;;
    esac
  done
}

for _ in 1 2 3 4 5; do
  before=$(manifest)
  if copy; then is_copied=true; else is_copied=false; fi
  if [ "$before" != "$(manifest)" ]; then continue; fi
  if ! $is_copied; then
    echo "copy-log.sh: the log can't be copied" >&2
    exit 1
  fi
  # 1: the next rewrite removed the name of a file while it was sent; it is still sent.
  tar -C .backup -c appendonlydir || [ $? -eq 1 ]
  exit
done
echo "copy-log.sh: the log was rewritten during each of five copies; try again" >&2
exit 1
