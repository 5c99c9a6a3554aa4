#!/usr/bin/env bash
# Build the compiled modules with the address and undefined-behaviour sanitizers, in a folder of their own
# (build/sanitize), and play random matches with them: tests/simulation/sanitize.sh [MATCHES], 2000 by default.
# Any finding ends it with a report and a status other than 0.
set -euo pipefail
matches=${1:-2000}
python=${PYTHON:-python}
top=$(cd "$(dirname "$0")/../.." && pwd)
build=$top/build/sanitize
cc=${CC:-gcc}

mkdir -p "$build/tests"
cd "$top"
# Newer sources only, so that a second run compiles what has changed and nothing else; with them the C that Cython has
# made of them for the ordinary build.
for folder in engine ai; do
    find "$folder" -type f \( -name '*.py' -o -name '*.pxd' -o -name '*.c' \) -exec cp -u --parents --preserve=timestamps {} "$build" \;
done
cp -ru --preserve=timestamps tests/__init__.py tests/support tests/simulation "$build/tests"
cp -u --preserve=timestamps setup.py pyproject.toml "$build"
cp -u --preserve=timestamps README.md LICENSE "$build" 2>/dev/null || true

cd "$build"
ASTRARIUM_SANITIZE=1 "$python" setup.py -q build_ext --inplace
# The sanitizers must be loaded before Python; leaks of the interpreter itself are of no interest.
libraries="$($cc -print-file-name=libasan.so) $($cc -print-file-name=libubsan.so)"
LD_PRELOAD=$libraries PYTHONMALLOC=malloc \
    ASAN_OPTIONS=detect_leaks=0:abort_on_error=0:exitcode=99 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1:exitcode=99 \
    "$python" -m tests.simulation.sanitize "$matches"
