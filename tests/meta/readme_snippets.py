#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs what README.md and docs/guide.md show: readme_snippets.py ROOT HEDDLE [--approve]

A block ```cpp whose first line is `// NAME.cpp` (or .hpp, .c, .h) is a file. A block ```console holds commands after `$ ` and
what they print. Commands that begin with `heddle` are run, in one fresh directory per document, and their output
(stdout, then stderr) is compared; a line `...` stands for any lines. Numbers of seconds, rates and memory are
normalised on both sides, and so are gdb's frame numbers. Other commands are not run.

With --approve the documents are rewritten with what the commands print now, except where `...` stands.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


def normalise(text):
    text = re.sub(r"\b\d+(\.\d+)? ?(ms|s|us)\b", "TIME", text)
    text = re.sub(r"\b\d[\d,]*/s\b", "RATE", text)
    text = re.sub(r"#\d+ +0x[0-9a-f]+ in", "FRAME", text)
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def matches(expected, actual):
    """Lines equal, `...` standing for any number of lines."""
    if not expected:
        return not actual
    if expected[0].strip() == "...":
        return any(matches(expected[1:], actual[i:]) for i in range(len(actual) + 1))
    return bool(actual) and expected[0] == actual[0] and matches(expected[1:], actual[1:])


class Document:
    def __init__(self, path, heddle, approve):
        self.path, self.approve = path, approve
        self.environment = dict(os.environ, PATH=f"{pathlib.Path(heddle).resolve().parent}:{os.environ['PATH']}")
        self.ran = self.differing = 0

    def check(self):
        with tempfile.TemporaryDirectory() as folder:
            self.folder = pathlib.Path(folder)
            old = self.path.read_text()
            new = BLOCK.sub(self.block, old)
        if self.approve and new != old:
            self.path.write_text(new)
        print(f"{self.path.name}: {self.ran} commands run, {self.differing} differ")
        return self.ran > 0 and (self.approve or self.differing == 0)

    def block(self, match):
        language, body = match.groups()
        if language == "cpp" and (name := re.match(r"// (\S+\.(?:cpp|hpp|c|h))\n", body)):
            (self.folder / name.group(1)).write_text(body)
        if language != "console":
            return match.group(0)
        return f"```console\n{COMMAND.sub(self.command, body)}```"

    def command(self, match):
        command, expected = match.groups()
        if not command.startswith("heddle "):
            return match.group(0)
        done = subprocess.run(shlex.split(command), cwd=self.folder, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
        self.ran += 1
        actual = done.stdout + done.stderr
        if matches(normalise(expected), normalise(actual)):
            return match.group(0)
        self.differing += 1
        if self.approve and "...\n" not in expected:
            return f"$ {command}\n{actual}"
        print(f"{self.path.name}: `{command}` printed\n{actual}\nbut the document says\n{expected}")
        return match.group(0)


def main():
    root, heddle = pathlib.Path(sys.argv[1]), sys.argv[2]
    approve = "--approve" in sys.argv[3:]
    results = [Document(root / name, heddle, approve).check() for name in ("README.md", "docs/guide.md")]
    sys.exit(0 if all(results) else 1)


main()
