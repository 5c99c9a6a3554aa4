#!/usr/bin/env bash
# Make the secrets of an installation, each random and in its own file: deploy/secrets.sh [FOLDER]
#
# Only its owner can open FOLDER (default deploy/secrets). Existing passwords stay as they are. Missing ones are made, and
# the list of Valkey's users is rewritten (the former one stays beside it): restart Valkey then. To change the passwords,
# remove the folder, run this again and restart everything.
set -euo pipefail

folder=${1:-$(dirname "$0")/secrets}
host=${VALKEY_HOST:-valkey}
archive_host=${POSTGRES_HOST:-postgres}
sentinels=${VALKEY_SENTINELS:-sentinel-0:26379,sentinel-1:26379,sentinel-2:26379}

random() { head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n'; }
digest() { printf %s "$1" | sha256sum | cut -d' ' -f1; }
# The folder keeps others out; the files are readable, because a container's user is not the one who made them.
put() { install -m 444 /dev/stdin "$folder/$1"; }
# The password of a Valkey user from its address, or a new one if there is no address yet.
password_of() {
  if [ ! -e "$folder/$2" ]; then random; return; fi
  sed -nE "s,^rediss?://$1:([A-Za-z0-9_-]+)@.*,\1,p" "$folder/$2" | grep . ||
    { echo "secrets.sh: $folder/$2 has no password of the user $1; mend or remove it" >&2; exit 1; }
}
keep_url() { [ -e "$folder/$3" ] || printf 'redis://%s:%s@%s:6379/0' "$1" "$2" "$host" | put "$3"; }
# The same users through the Sentinels, for a replicated Valkey.
put_replicated_url() {
  printf 'redis+sentinel://%s:%s@%s/matches/0' "$1" "$2" "$sentinels" | put "replicated_$3"
}
keep() { [ -e "$folder/$1" ] || random | put "$1"; }

mkdir -p "$folder"
chmod 700 "$folder"
echo "*" > "$folder/.gitignore"
before=$(cd "$folder" && sha256sum -- * 2> /dev/null || true)
services=$(password_of astrarium redis_url)
gateway=$(password_of gateway gateway_redis_url)
bots=$(password_of bots bots_redis_url)
keep grafana_password
keep keda_password
keep postgres_password
keep replica_password
keep sentinel_password
# The keys of accounts themselves, by the lengths of their names: keys with a further part (`:events`, `:answers`) differ.
accounts() {
  local name='[^:][^:]' length
  for length in {3..64}; do
    name+='[^:]'
    printf '~astrarium:account:%s ' "$name"
  done
}
# Anyone may ask whether the server is up, and nothing else. The gateway reaches accounts, tokens, their revocations and
# the counters of its limits, but no match and no other data of an account. It may read but never write the tokens of the
# server's own accounts, including the operator's. Bots reach the queues, their answers (including analyses and the
# matches of series) and the list of levels, but no matches, accounts or tokens. KEDA's scaler sees the lengths of the
# queues, and how many decisions bots owe. In a replicated Valkey, replicas read everything from the primary, and the
# Sentinels watch and promote it; neither reads or writes a key by a command.
users=$(cat <<EOF
user default on nopass resetkeys resetchannels -@all +ping
user astrarium on #$(digest "$services") ~* &* +@all -@admin -@dangerous +info +keys
user gateway on #$(digest "$gateway") ~astrarium:token:* %R~astrarium:server_token:* ~astrarium:limit:* ~astrarium:revoked ~astrarium:confirmed ~astrarium:accounts $(accounts)~astrarium:account:[^~]*:tokens %R~astrarium:account:~operator:tokens resetchannels +@all -@admin -@dangerous -scan -randomkey +info
user bots on #$(digest "$bots") ~astrarium.* ~_kombu.* ~unacked* ~astrarium:answers ~astrarium:answered:* ~astrarium:analysis:* ~astrarium:chunk:* ~astrarium:played:* ~astrarium:champion:* ~astrarium:trained:* ~astrarium:levels &* +@all -@admin -@dangerous -scan -randomkey +info
user keda on #$(digest "$(cat "$folder/keda_password")") ~astrarium.* ~astrarium:owed:* resetchannels -@all +auth +hello +ping +select +client +eval +type +llen +zcard
user replica on #$(digest "$(cat "$folder/replica_password")") resetkeys resetchannels -@all +psync +replconf +ping
user sentinel on #$(digest "$(cat "$folder/sentinel_password")") resetkeys &* -@all +multi +exec +slaveof +replicaof +failover +client|pause +client|unpause +ping +info +role +subscribe +publish +config|rewrite +client|setname +client|kill +script|kill
EOF
)
if [ -e "$folder/valkey_users" ] && [ "$users" != "$(cat "$folder/valkey_users")" ]; then
  put valkey_users.before < "$folder/valkey_users"
fi
printf '%s\n' "$users" | put valkey_users
keep_url astrarium "$services" redis_url
keep_url gateway "$gateway" gateway_redis_url
keep_url bots "$bots" bots_redis_url
if [ ! -e "$folder/archive_url" ]; then
  printf 'postgresql://astrarium:%s@%s/astrarium' "$(cat "$folder/postgres_password")" "$archive_host" | put archive_url
fi
put_replicated_url astrarium "$services" redis_url
put_replicated_url gateway "$gateway" gateway_redis_url
put_replicated_url bots "$bots" bots_redis_url
if [ "$before" = "$(cd "$folder" && sha256sum -- *)" ]; then
  echo "secrets.sh: $folder holds all secrets already; nothing changed" >&2
elif [ -n "$before" ]; then
  echo "secrets.sh: brought $folder up to date; start Valkey anew, then everything else" >&2
else
  echo "secrets.sh: made the secrets in $folder" >&2
fi
