# Sourced by .ci/run: a Docker engine, and beside what follows the base images (made of Debian's packages, kept between
# runs). `build_image` builds the image of this checkout, with the page if it was built, beside what follows too;
# `wait_for_image` waits for it. Exports what tests need to know of them. An engine that was not there before is ended
# with the script.
# shellcheck shell=bash

apt-get install -y -qq -o Acquire::Retries=3 --no-install-recommends docker.io debootstrap iptables >/dev/null

docker_answers() { docker info >/dev/null 2>&1; }

if ! docker_answers; then
  dockerd >/tmp/dockerd.log 2>&1 &
  for _ in $(seq 120); do
    if docker_answers; then break; fi
    sleep 0.5
  done
  docker_answers || { tail -n 40 /tmp/dockerd.log >&2; echo "no Docker engine starts here" >&2; exit 1; }
fi
docker version --format 'Docker {{.Server.Version}}'

deploy/images/base.sh >/tmp/bases.sh 2>/tmp/bases.log &
bases=$!
export E2E_IMAGE=astrarium:test TESTCONTAINERS_RYUK_DISABLED=true

build_image() {
  wait "$bases" || { tail -n 60 /tmp/bases.log >&2; exit 1; }
  # shellcheck source=/dev/null
  source /tmp/bases.sh
  docker build --build-arg BASE_IMAGE --build-arg BUILD_IMAGE --build-arg "REVISION=$(git rev-parse HEAD)" \
    --file deploy/images/Dockerfile --tag "$E2E_IMAGE" . >/tmp/image.log 2>&1 &
  image_build=$!
}

wait_for_image() {
  wait "$image_build" || { tail -n 60 /tmp/image.log >&2; exit 1; }
  docker image inspect --format "$E2E_IMAGE: {{.Size}} bytes" "$E2E_IMAGE"
}
