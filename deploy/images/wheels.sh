#!/usr/bin/env bash
# Fill deploy/images/wheels with what the lock files pin, so that the image builds without a registry:
#
#   deploy/images/wheels.sh && docker build --build-arg PIP_NO_INDEX=1 --file deploy/images/Dockerfile .
#
# PYTHON is an interpreter of the base image's version (default: python3).
set -euo pipefail
cd "$(dirname "$0")"
for lock in requirements.lock build.lock; do
  "${PYTHON:-python3}" -m pip download --quiet --require-hashes --only-binary :all: --dest wheels --requirement "$lock"
done
