#!/usr/bin/env bash
# Start a server of a replicated Valkey: start-server.sh [OPTION…], options as valkey-server takes them.
#
# The Sentinels say who is the primary. The server's own configuration stays on its volume, where Sentinels have it
# rewritten, so a server that comes back remembers whom it followed. VALKEY_NAME is its name for the others,
# VALKEY_FIRST the primary of the very first start, VALKEY_SENTINELS the addresses to ask (HOST:PORT HOST:PORT …).
set -euo pipefail

name=${VALKEY_NAME:?} first=${VALKEY_FIRST:?} sentinels=${VALKEY_SENTINELS:?}
port=${VALKEY_PORT:-6379} data=${VALKEY_DATA:-/data} secrets=${VALKEY_SECRETS:-/run/secrets}
own=$data/valkey.conf

# Print the answer of the first Sentinel that replies to a command, a line per item; nothing if none replies.
ask() {
  local place
  for place in $sentinels; do
    if timeout 2 bash -c 'exec 3<>"/dev/tcp/$1/$2"; printf "%s\r\nPING\r\n" "$3" >&3
      while IFS= read -r line <&3 && line=${line%?} && [ "$line" != +PONG ]; do echo "$line"; done' \
      - "${place%:*}" "${place##*:}" "$*" 2> /dev/null; then return; fi
  done
}
primary() { ask sentinel get-primary-addr-by-name matches | sed -n '3p;5p' | paste -sd' ' -; }

known=$(primary)
umask 077
if [ ! -e "$own" ]; then
  # An empty disk of a server that the Sentinels consider the primary: the replicas would follow it and lose everything.
  # The Sentinels promote another server as long as this one stays away.
  while [ "$known" = "$name $port" ] && ask sentinel replicas matches | head -1 | grep -qv '^\*0$'; do
    echo "start-server.sh: this server has lost its data; waiting until the Sentinels have chosen another primary" >&2
    sleep 2
    known=$(primary)
  done
  if [ -z "$known" ] && [ "$name $port" != "$first" ]; then known=$first; fi
  : > "$own"
fi
# A former primary follows the new one at once: the Sentinels would take ten seconds, and calls wait for it.
if [ -n "$known" ] && [ "$known" != "$name $port" ]; then
  follows=$(grep -v '^replicaof ' "$own" || true)
  printf '%s\nreplicaof %s\n' "$follows" "$known" > "$own.new"
  mv "$own.new" "$own"
fi
# Rewritten at each start, because passwords change.
{
  echo "include ${VALKEY_CONF:-/etc/valkey/valkey.conf}"
  grep -vE '^(include|primaryuser|primaryauth|masteruser|masterauth|replica-announce-|min-replicas-|repl-diskless)' "$own" || true
  echo "primaryuser replica"
  echo "primaryauth $(cat "$secrets/replica_password")"
  echo "replica-announce-ip $name"
  echo "replica-announce-port $port"
  # A primary that is cut off from its replicas accepts no writes, which would be lost.
  echo "min-replicas-to-write 1"
  echo "min-replicas-max-lag ${VALKEY_LAG_S:-5}"
} > "$own.new"
mv "$own.new" "$own"
exec "${VALKEY_SERVER:-valkey-server}" "$own" "$@"
