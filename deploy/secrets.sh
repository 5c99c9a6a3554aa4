#!/usr/bin/env bash
# Make the secrets of an installation, each random, each a file: deploy/secrets.sh [FOLDER]
#
# FOLDER (default deploy/secrets) is open to its owner alone. What is there already stays as it is; to change the
# passwords remove the folder, run this again and restart everything.
set -euo pipefail

folder=${1:-$(dirname "$0")/secrets}
host=${VALKEY_HOST:-valkey}
if [ -e "$folder/redis_url" ]; then
  echo "secrets.sh: $folder holds secrets already; nothing done" >&2
  exit 0
fi

random() { head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n'; }
digest() { printf %s "$1" | sha256sum | cut -d' ' -f1; }
# The folder keeps others out; the files are readable, as a container's user is not the one who made them.
put() { install -m 444 /dev/stdin "$folder/$1"; }

mkdir -p "$folder"
chmod 700 "$folder"
echo "*" > "$folder/.gitignore"
services=$(random)
gateway=$(random)
bots=$(random)
keda=$(random)
random | put grafana_password
# The keys of accounts themselves, by their names' lengths: what has a further part (`:events`, `:answers`) is another.
accounts() {
  local name='[^:][^:]' length
  for length in {3..64}; do
    name+='[^:]'
    printf '~astrarium:account:%s ' "$name"
  done
}
# A stranger may ask whether the server is up, and nothing else. The gateway reaches accounts, tokens, their revocations
# and what it counts for its limits; no match, and nothing of what an account has beside its tokens. Bots reach the queues, their answers (analyses and the
# matches of series among them) and the list of levels; matches, accounts and tokens are out of their reach. KEDA's scaler sees the lengths of the queues.
put valkey_users <<EOF
user default on nopass resetkeys resetchannels -@all +ping
user astrarium on #$(digest "$services") ~* &* +@all -@admin -@dangerous +info +keys
user gateway on #$(digest "$gateway") ~astrarium:token:* ~astrarium:limit:* ~astrarium:revoked ~astrarium:accounts $(accounts)~astrarium:account:*:tokens resetchannels +@all -@admin -@dangerous -scan -randomkey +info
user bots on #$(digest "$bots") ~astrarium.* ~_kombu.* ~unacked* ~astrarium:answers ~astrarium:answered:* ~astrarium:analysis:* ~astrarium:chunk:* ~astrarium:played:* ~astrarium:levels &* +@all -@admin -@dangerous -scan -randomkey +info
user keda on #$(digest "$keda") ~astrarium.* resetchannels -@all +auth +hello +ping +select +client +eval +type +llen
EOF
printf %s "$keda" | put keda_password
printf 'redis://bots:%s@%s:6379/0' "$bots" "$host" | put bots_redis_url
printf 'redis://gateway:%s@%s:6379/0' "$gateway" "$host" | put gateway_redis_url
printf 'redis://astrarium:%s@%s:6379/0' "$services" "$host" | put redis_url
echo "secrets.sh: made the secrets in $folder" >&2
