"""Build of the compiled modules; everything else stands in pyproject.toml.

A module with a `.pxd` header beside it is compiled, every other one is plain Python.
ASTRARIUM_SANITIZE=1 builds with the address and undefined-behaviour sanitizers. ASTRARIUM_COMPILE=0 compiles nothing:
an editable installation finds what `build_ext --inplace` makes.
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - pip is not the only way in
    sys.exit("astrarium needs Python 3.11 or newer; this is " + sys.version.split()[0])

compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
if shutil.which(compiler) is None and shutil.which("cc") is None:
    sys.exit("astrarium needs a C compiler (gcc or clang) to build its rules engine, and found none")

from Cython.Build import cythonize
from setuptools import Extension, setup

FLAGS = ["-O3", "-g0", "-ffp-contract=off", "-Wno-unused-function", "-Werror=array-bounds"]
FLAGS += ["-Werror=aggressive-loop-optimizations"] if "clang" not in compiler else []
#: what only puts a table or a refusal into words need not be fast, and compiles in half the time
WORDY, WORDY_FLAGS = {"description", "refusals"}, ["-O1"]
LINK: list[str] = []
if os.environ.get("ASTRARIUM_SANITIZE") == "1":
    sanitize = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-sanitize=function"]
    sanitize = [flag for flag in sanitize if flag != "-fno-sanitize=function" or "clang" in compiler]
    WORDY_FLAGS = []
    # Lines and names of functions are all that a report shows; more takes half as long again to compile.
    FLAGS = ["-O1", "-g1", "-fno-omit-frame-pointer", "-ffp-contract=off", *sanitize]
    LINK = sanitize[:1]

modules = sorted(
    path for top in ("engine", "ai") for path in Path(top).rglob("*.py") if path.with_suffix(".pxd").exists()
)
if os.environ.get("ASTRARIUM_COMPILE") == "0":
    modules = []
JOBS = int(os.environ.get("ASTRARIUM_BUILD_JOBS", os.cpu_count() or 1))
extensions = cythonize(
    [
        Extension(
            ".".join(path.with_suffix("").parts),
            [str(path)],
            extra_compile_args=[*FLAGS, *(WORDY_FLAGS if path.stem in WORDY else ())],
            extra_link_args=LINK,
        )
        for path in modules
    ],
    nthreads=JOBS,
    language_level=3,
    compiler_directives={
        "boundscheck": False,
        "wraparound": False,
        "cdivision": True,
        "infer_types": True,
        "embedsignature": True,
    },
)
# The longest first, so that no processor waits for the last one.
extensions.sort(key=lambda extension: Path(extension.sources[0]).stat().st_size, reverse=True)
setup(options={"build_ext": {"parallel": max(1, JOBS)}}, ext_modules=extensions)
