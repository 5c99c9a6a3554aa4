#!/usr/bin/env bash
# Make a certificate for Valkey's port for other machines: deploy/certificates.sh HOST [FOLDER]
#
# HOST is the name or address by which workers reach this machine. FOLDER (default deploy/secrets) gets `valkey_cert` and
# `valkey_key`, for Valkey only; `valkey_ca`, with which workers verify it; and `remote_bots_redis_url`, their address and
# password. The authority signs this one certificate and is thrown away. Run this again to renew the certificate.
set -euo pipefail

host=${1:?usage: deploy/certificates.sh HOST [FOLDER]}
folder=${2:-$(dirname "$0")/secrets}
port=${VALKEY_TLS_PORT:-6380}
days=${DAYS:-825}
[ -e "$folder/bots_redis_url" ] || { echo "certificates.sh: run deploy/secrets.sh first" >&2; exit 1; }
case $host in
  *[!0-9.]*) name=DNS:$host ;;
  *) name=IP:$host ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
put() { install -m 444 "$work/$1" "$folder/$2"; }
(
  cd "$work"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days "$days" -subj "/CN=Astrarium" \
    -addext basicConstraints=critical,CA:TRUE -keyout ca.key -out ca.pem
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$host" -keyout key.pem -out request.pem
  printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth\n' "$name" > extensions
  openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days "$days" -extfile extensions -out cert.pem
) 2> "$work/errors" || { cat "$work/errors" >&2; exit 1; }
put cert.pem valkey_cert
put key.pem valkey_key
put ca.pem valkey_ca
password=$(sed -E 's,^redis://bots:([^@]*)@.*,\1,' "$folder/bots_redis_url")
printf 'rediss://bots:%s@%s:%s/0?ssl_cert_reqs=required&ssl_ca_certs=/run/secrets/valkey_ca' "$password" "$host" "$port" > "$work/url"
put url remote_bots_redis_url
echo "certificates.sh: made the certificate of $host in $folder, good for $days days" >&2
