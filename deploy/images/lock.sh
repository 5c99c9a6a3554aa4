#!/usr/bin/env bash
# Pin what the image installs: writes requirements.lock (what runs) and build.lock (what builds), with hashes.
# Needs uv on the path. Run it after a change to pyproject.toml, and to get newer versions (--upgrade).
set -euo pipefail
cd "$(dirname "$0")/../.."
compile=(uv pip compile --quiet --universal --python-version 3.11 --generate-hashes
  --custom-compile-command deploy/images/lock.sh "$@")
"${compile[@]}" pyproject.toml --extra server --extra otel --extra plot --extra postgres --output-file deploy/images/requirements.lock
# Generated modules need a protobuf at run time that is at least as new as their generator's.
"${compile[@]}" deploy/images/build.in --constraints deploy/images/requirements.lock --output-file deploy/images/build.lock
