#!/usr/bin/env bash
# Start a Sentinel: start-sentinel.sh [OPTION…], options as valkey-server takes them.
#
# What it has learned stays on its volume. SENTINEL_NAME is its name for the others, VALKEY_FIRST the primary of the very
# first start. Anyone may ask it who is the primary, and nothing else; the Sentinels know each other by a password.
set -euo pipefail

name=${SENTINEL_NAME:?} first=${VALKEY_FIRST:?}
port=${SENTINEL_PORT:-26379} data=${VALKEY_DATA:-/data} secrets=${VALKEY_SECRETS:-/run/secrets}
own=$data/sentinel.conf
password=$(cat "$secrets/sentinel_password")
digest=$(printf %s "$password" | sha256sum | cut -d' ' -f1)

umask 077
if [ ! -e "$own" ]; then
  {
    echo "sentinel resolve-hostnames yes"
    echo "sentinel announce-hostnames yes"
    echo "sentinel monitor matches $first 2"
    echo "sentinel parallel-syncs matches 1"
  } > "$own"
fi
asks="+ping +hello +auth +client|setname +client|setinfo +sentinel|masters +sentinel|primaries +sentinel|master +sentinel|primary"
asks+=" +sentinel|get-master-addr-by-name +sentinel|get-primary-addr-by-name +sentinel|replicas +sentinel|slaves"
{
  grep -vE '^(port|dir|protected-mode|user|loglevel|sentinel (announce-ip|announce-port|sentinel-user|sentinel-pass|auth-user|auth-pass|down-after|failover-timeout)) ?' "$own" || true
  echo "port $port"
  echo "dir $data"
  echo "protected-mode no"
  echo "user default on nopass resetchannels -@all $asks"
  echo "user sentinel on #$digest &* +@all"
  echo "sentinel announce-ip $name"
  echo "sentinel announce-port $port"
  echo "sentinel sentinel-user sentinel"
  echo "sentinel sentinel-pass $password"
  echo "sentinel auth-user matches sentinel"
  echo "sentinel auth-pass matches $password"
  # If it were shorter, network glitches would cause failovers; if it were longer, players would wait.
  echo "sentinel down-after-milliseconds matches ${SENTINEL_DOWN_MS:-3000}"
  echo "sentinel failover-timeout matches ${SENTINEL_FAILOVER_MS:-10000}"
} > "$own.new"
mv "$own.new" "$own"
exec "${VALKEY_SERVER:-valkey-server}" "$own" --sentinel "$@"
