# SPDX-License-Identifier: Apache-2.0
"""What the scripts that check classes share: the classes of subjects/manifest.json, and one run of heddle on one of them."""
from __future__ import annotations

import json
import pathlib
import subprocess

from programs import SUBJECTS, HeddleFailed, manifest


def classes_with(key: str) -> list[dict]:
    """The entries that a paper measured, in its order."""
    return sorted((entry for entry in manifest()["classes"] if key in entry), key=lambda entry: entry[key])


class CheckedClass:
    """One entry of the manifest, with its builds kept between runs."""

    def __init__(self, heddle: pathlib.Path, entry: dict, work: pathlib.Path):
        self.heddle = heddle
        self.entry = entry
        self.out = work / entry["name"]
        sources = [str(SUBJECTS / source) for source in entry["sources"]]
        self.target = [str(SUBJECTS / entry["header"]), *sources, "--class", entry["class"], "--format", "json", "--out", str(self.out),
                       *entry.get("flags", [])]

    def run(self, command: str, *flags: object) -> dict:
        words = [str(self.heddle), command, *self.target, *map(str, flags)]
        answer = subprocess.run(words, capture_output=True, text=True, check=False)
        if answer.returncode not in (0, 1):
            raise HeddleFailed(f"{' '.join(words)}: exit code {answer.returncode}\n{answer.stdout}{answer.stderr}")
        return json.loads(answer.stdout)

    def fault(self, document: dict) -> dict | None:
        """The finding that the class is known for."""
        return next((finding for finding in document["findings"] if finding["kind"] in self.entry["kinds"]), None)
