# SPDX-License-Identifier: Apache-2.0
"""What the scripts that explore programs share: the programs of subjects/manifest.json, and one run of `heddle explore`."""
from __future__ import annotations

import dataclasses
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
SUBJECTS = ROOT / "subjects"


@dataclasses.dataclass
class Program:
    name: str
    files: list[pathlib.Path]
    flags: list[str]
    arguments: list[str] = dataclasses.field(default_factory=list)
    kinds: list[str] = dataclasses.field(default_factory=list)
    id: str = ""   # of the subject in a paper


class HeddleFailed(SystemExit):
    """heddle itself failed. Ends the script with the message, unless the caller continues without this run."""


def manifest() -> dict:
    return json.loads((SUBJECTS / "manifest.json").read_text())


def source(folder: str, file: str) -> pathlib.Path:
    """A file of a program: relative to subjects/, or anywhere in the folder of its list."""
    direct = SUBJECTS / file
    return direct if direct.exists() else next((SUBJECTS / folder).rglob(file))


def programs_of(folder: str) -> list[Program]:
    """The programs of one list of the manifest, which is in the folder of the same name; one for each tuple of arguments.

    Race detection is off unless the race is the bug itself, because a race is found long before the failure it leads to.
    """
    found = []
    for entry in manifest().get(folder, []):
        flags = entry.get("flags", []) + ([] if "data-race" in entry["kinds"] else ["--no-races"])
        files = [source(folder, file) for file in entry["files"]]
        for arguments in entry.get("arguments", [[]]):
            found.append(Program(" ".join([entry["name"], *arguments]), files, flags, arguments, entry["kinds"], entry.get("id", "")))
    return found


def twins_of(folder: str) -> list[Program]:
    """The corrected versions of the same programs, with race detection: they have no races either."""
    return [Program(" ".join([entry["name"], *arguments, "twin"]), [source(folder, file) for file in entry["twin"]], entry.get("twin_flags", []), arguments)
            for entry in manifest().get(folder, []) for arguments in entry.get("arguments", [[]])]


def explore(heddle: pathlib.Path, program: Program, out: pathlib.Path, *flags: str, timeout: float | None = None) -> dict:
    """The JSON document of one run. Findings are neither minimised nor replayed more than once: only the search is measured."""
    command = [str(heddle), "explore", *map(str, program.files), "--format", "json", "--no-minimise", "--replays", "1",
               "--out", str(out), *program.flags, *flags, "--", *program.arguments]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False, timeout=timeout)
    except subprocess.TimeoutExpired:
        raise HeddleFailed(f"heddle did not end within {timeout:g} s on {program.name}: {' '.join(command)}") from None
    if answer.returncode not in (0, 1):
        raise HeddleFailed(f"heddle failed on {program.name}: exit code {answer.returncode}: {answer.stdout}{answer.stderr}")
    return json.loads(answer.stdout)
