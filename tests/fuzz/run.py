#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fuzzes the readers of crash texts, each format by itself and then the whole way from text to target.

    tests/fuzz/run.py BUILD/bin/fuzz_crash_stacks --runs 500       briefly, the same every time
    tests/fuzz/run.py BUILD/bin/fuzz_crash_stacks --minutes 10     ten minutes per format
    tests/fuzz/run.py BUILD/bin/fuzz_crash_stacks --minutes 10 --format gdb

Seeds are the texts of tests/unit/crash/corpus. An input that fails is left in the work folder; it is run again by naming it
to the fuzzer alone.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys

# In the order of model::CrashFormat, which the first byte of an input chooses from.
LIST = pathlib.Path(__file__).resolve().parents[2] / "src" / "model" / "lists" / "crash_formats.def"
FORMATS = re.findall(r'^HEDDLE_CRASH_FORMAT\(\w+, "(\w+)"', LIST.read_text(), re.MULTILINE) + ["whole"]
CORPUS = pathlib.Path(__file__).resolve().parents[1] / "unit" / "crash" / "corpus"
# Longer inputs are slower and find no more; the limits have unit tests.
MOST_BYTES = 4096


def write_seeds(folder, number, name):
    folder.mkdir(parents=True, exist_ok=True)
    for text in sorted(CORPUS.glob("*/*.txt" if name == "whole" else f"{name}/*.txt")):
        (folder / text.stem).write_bytes(bytes([number]) + text.read_bytes()[: MOST_BYTES - 1])


def write_dictionary(path):
    words = ["#0 ", "0x1", " in ", " at ", " from ", "::", "operator", "operator<", "operator()", "std::", "_ZN",
             "{lambda()#1}", "$_0", "(anonymous namespace)", "const", ".cpp:1", "Thread 1 (", "AddressSanitizer: ",
             "ERROR: ", "WARNING: ThreadSanitizer: ", "freed by thread T1 here:", "Previous write", "runtime error: ",
             "(p+0x1)", "[0x1]", "0# ", "Source ", "Object ", "Crash reason:", "0|0|", "[with T = ", "[clone ",
             "Assertion `", "' failed", "terminate called after throwing an instance of '", "what():", "I1AE", "S0_", "Dp"]
    path.write_text("".join('"%s"\n' % word.replace("\\", "\\\\").replace('"', '\\"') for word in words))


def fuzz(options, number, name):
    work = options.work.resolve() / name
    if not options.minutes:
        shutil.rmtree(work, ignore_errors=True)  # what an earlier run found would make this one another
    write_seeds(work / "seeds", number, name)
    (work / "found").mkdir(exist_ok=True)
    write_dictionary(work / "words.dict")
    amount = [f"-max_total_time={round(options.minutes * 60)}"] if options.minutes else [f"-runs={options.runs}"]
    command = [str(options.fuzzer.resolve()), *amount, "-seed=1", f"-max_len={MOST_BYTES}", "-timeout=10",
               "-rss_limit_mb=2048", f"-dict={work / 'words.dict'}", f"-artifact_prefix={work}/",
               "-print_final_stats=1", str(work / "found"), str(work / "seeds")]
    # The byte that chooses the format is free: a mutation may leave it, which costs little and finds more.
    result = subprocess.run(command, capture_output=True, text=True, errors="replace")
    executed = next((line.split()[-1] for line in result.stderr.splitlines() if "number_of_executed_units" in line), "?")
    print(f"{name:11} {executed:>10} inputs  {'survived' if result.returncode == 0 else 'FAILED'}", flush=True)
    if result.returncode != 0:
        print(result.stderr[-6000:])
    return result.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fuzzer", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=500, help="inputs per format")
    parser.add_argument("--minutes", type=float, help="instead: minutes per format")
    parser.add_argument("--format", choices=FORMATS, help="this one alone")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("fuzz-work"))
    options = parser.parse_args()
    survived = [fuzz(options, number, name) for number, name in enumerate(FORMATS)
                if options.format in (None, name)]
    sys.exit(0 if all(survived) else 1)


main()
