#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every flag of every command is explained in docs/guide.md, and the guide explains no other."""

import pathlib
import re
import subprocess
import sys

COMMANDS = ("check", "reproduce", "deps", "explore", "replay", "demo", "doctor")
FLAG = re.compile(r"(?<![\w-])(--[a-z][a-z-]*|-p)\b")


def main():
    root, heddle = pathlib.Path(sys.argv[1]), sys.argv[2]
    flags = {"--version", "--help"}
    for command in COMMANDS:
        text = subprocess.run([heddle, command, "--help"], capture_output=True, text=True, check=True).stdout
        # Each flag starts a line of the list; the examples below may name flags of other programs.
        for line in text.split("Examples:")[0].splitlines():
            match = re.match(r"^  (?:-h,)?(--?[a-z][a-z-]*)", line)
            if match:
                flags.add(match.group(1))
    guide = (root / "docs/guide.md").read_text()
    # The tables of flags: rows that begin with a flag in backticks.
    documented = set()
    for line in guide.splitlines():
        if line.startswith("| `-"):
            documented.update(FLAG.findall(line.split("|")[1]))
    missing = sorted(flags - documented - {"--help", "--version"})
    unknown = sorted(documented - flags)
    for flag in missing:
        print(f"docs/guide.md has no table row for {flag}")
    for flag in unknown:
        print(f"docs/guide.md documents {flag}, which no command has")
    sys.exit(1 if missing or unknown else 0)


main()
