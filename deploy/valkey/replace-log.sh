#!/usr/bin/env bash
# Put the log that standard input holds, as a tar file, in the place of Valkey's; restore.sh runs this beside its data.
# What was there is kept under replaced/, in case the wrong file was chosen.
set -euo pipefail
cd /data
rm -rf .restored && mkdir .restored && tar -C .restored -x appendonlydir
if [ -d appendonlydir ]; then rm -rf replaced && mv appendonlydir replaced; fi
mv .restored/appendonlydir . && rmdir .restored
