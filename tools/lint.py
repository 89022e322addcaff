#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy over src: lint.py BUILD JOBS CHECKS. A file that has passed is skipped until it, a header of the
project that it reaches, its command or .clang-tidy changes."""
import concurrent.futures
import functools
import hashlib
import json
import pathlib
import re
import subprocess
import sys

build, jobs, checks = pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
root = pathlib.Path(__file__).resolve().parent.parent


@functools.cache
def included(file):
    names = re.findall(rb'^\s*#\s*include\s*["<]([^">]+)[">]', file.read_bytes(), re.M)
    places = [folder / name.decode() for name in names for folder in (file.parent, root / "src", root / "include")]
    return [place for place in places if place.is_file()]


def key_of(file, command):
    reached = [file]
    for each in reached:
        reached += [header for header in included(each) if header not in reached]
    parts = [each.read_bytes() for each in [root / ".clang-tidy", *reached]]
    return hashlib.sha256(b"\0".join([checks.encode(), command.encode(), *parts])).hexdigest()


def passes(entry):
    file = pathlib.Path(entry["file"])
    stamp = build / "lint" / key_of(file, entry["command"])
    if stamp.exists():
        return True
    run = subprocess.run(["clang-tidy-19", "--quiet", f"--checks={checks}", "-p", build, file],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    print(run.stdout or (run.stderr if run.returncode else ""), end="", flush=True)
    if run.returncode == 0:
        stamp.touch()
    return run.returncode == 0


(build / "lint").mkdir(exist_ok=True)
database = json.loads((build / "compile_commands.json").read_text())
entries = {entry["file"]: entry for entry in database if re.match(f"{root}/src/.*\\.cpp", entry["file"])}
with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
    results = list(pool.map(passes, entries.values()))
print(f"{len(results)} files, {results.count(False)} with complaints")
sys.exit(not all(results))
