#!/usr/bin/env bash
# Replace Valkey's log with the one on standard input, a tar file; restore.sh runs this beside Valkey's data. The former
# log is kept under replaced/, in case the wrong file was chosen.
set -euo pipefail
cd /data
rm -rf .restored && mkdir .restored && tar -C .restored -x appendonlydir
if [ -d appendonlydir ]; then rm -rf replaced && mv appendonlydir replaced; fi
mv .restored/appendonlydir . && rmdir .restored
