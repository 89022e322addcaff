#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs what README.md and docs/guide.md show.

A block ```cpp whose first line is `// NAME.cpp` is a file. A block ```console holds commands after `$ ` and
what they print. Commands that begin with `heddle` are run, in one fresh directory per document, and their output
(stdout, then stderr) is compared; a line `...` stands for any lines. Numbers of seconds, rates and memory are
normalised on both sides, and so are gdb's frame numbers. Other commands are not run.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def normalise(text):
    text = re.sub(r"\b\d+(\.\d+)? ?(ms|s|us)\b", "TIME", text)
    text = re.sub(r"\b\d[\d,]*/s\b", "RATE", text)
    text = re.sub(r'("(?:first_finding_|total_)?seconds": )[\d.]+', r"\1TIME", text)
    text = re.sub(r"#\d+ +0x[0-9a-f]+ in", "FRAME", text)
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def matches(expected, actual):
    """Lines equal, `...` standing for any number of lines."""
    if not expected:
        return not actual
    if expected[0].strip() == "...":
        return any(matches(expected[1:], actual[i:]) for i in range(len(actual) + 1))
    return bool(actual) and expected[0] == actual[0] and matches(expected[1:], actual[1:])


def check(document, heddle):
    failures = 0
    ran = 0
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, PATH=f"{pathlib.Path(heddle).resolve().parent}:{os.environ['PATH']}")
        for language, body in BLOCK.findall(document.read_text()):
            if language == "cpp" and (name := re.match(r"// (\S+\.(?:cpp|c|h))\n", body)):
                (pathlib.Path(folder) / name.group(1)).write_text(body)
            if language != "console":
                continue
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, _, expected = part.partition("\n")
                if not command.startswith("heddle "):
                    continue
                command = command.split("  #")[0]
                done = subprocess.run(shlex.split(command), cwd=folder, env=environment, text=True,
                                      stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
                ran += 1
                actual = normalise(done.stdout + done.stderr)
                if not matches(normalise(expected), actual):
                    failures += 1
                    print(f"{document.name}: `{command}` printed\n" + done.stdout + done.stderr +
                          "\nbut the document says\n" + expected)
    print(f"{document.name}: {ran} commands run, {failures} differ")
    return failures == 0 and ran > 0


def main():
    root, heddle = pathlib.Path(sys.argv[1]), sys.argv[2]
    results = [check(root / name, heddle) for name in ("README.md", "docs/guide.md")]
    sys.exit(0 if all(results) else 1)


main()
