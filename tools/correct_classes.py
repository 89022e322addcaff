#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the correct classes of subjects/manifest.json one after the other, and prints a line for each.

  correct_classes.py --heddle build/bin/heddle [--wrong] [--executions N] [--time 60s] [NAME...]

With --wrong it checks the wrong twins instead. A line that begins with `!` is a false alarm, a refusal or a missed bug; `~` marks one
that the manifest knows. The last line counts them."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

SUBJECTS = pathlib.Path(__file__).resolve().parents[1] / "subjects"


def check(arguments: argparse.Namespace, entry: dict, out: str) -> dict:
    command = ["nice", arguments.heddle, "check", SUBJECTS / entry["header"], "--class", entry["class"], "--format", "json", "--out", out,
               "--executions", arguments.executions, "--time", arguments.time]
    command += ["--values", SUBJECTS / entry["values"]] if "values" in entry else []
    command += ["--cxxflags=-DWRONG", "--stop-at-first"] if arguments.wrong else []
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"verdict": "no answer: " + done.stderr.strip().replace("\n", " ")[:200], "findings": [], "stats": {"executions": 0}}


def is_right(arguments: argparse.Namespace, entry: dict, document: dict) -> bool:
    errors = {finding["kind"] for finding in document["findings"] if finding["severity"] == "error"}
    if arguments.wrong:
        return bool(errors & set(entry["wrong"]["kinds"]))
    return not errors and document["verdict"] in ("verified", "not-found", "inconclusive", "found")


def line(entry: dict, document: dict, mark: str, seconds: float) -> str:
    findings = [f"{finding['severity']}[{finding['kind']}] {finding['title']}" for finding in document["findings"]]
    more = f" (+{len(findings) - 1})" if len(findings) > 1 else ""
    return (f"{mark} {entry['name']:<24} {document['verdict']:<12} {document['stats']['executions']:>7} executions {seconds:5.1f} s"
            f"  {findings[0] + more if findings else ''}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True, type=pathlib.Path)
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--executions", type=int, default=100_000)
    parser.add_argument("--time", default="60s")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    entries = [entry for entry in json.loads((SUBJECTS / "manifest.json").read_text())["correct"]
               if (not arguments.names or entry["name"] in arguments.names) and (not arguments.wrong or "wrong" in entry)]
    bad = known = 0
    for entry in entries:
        started = time.monotonic()
        with tempfile.TemporaryDirectory() as out:
            document = check(arguments, entry, out)
        mark = " "
        if not is_right(arguments, entry, document):
            expected = entry["wrong"].get("missed") if arguments.wrong else entry.get("known")
            mark = "~" if expected else "!"
            bad, known = bad + (mark == "!"), known + (mark == "~")
        print(line(entry, document, mark, time.monotonic() - started), flush=True)
    what = "twins found" if arguments.wrong else "classes silent at severity error"
    print(f"{len(entries) - bad - known} of {len(entries)} {what}; {known} known, {bad} new")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
