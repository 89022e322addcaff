# SPDX-License-Identifier: Apache-2.0
"""One `heddle check` of a library class, and what is kept of its report."""
from __future__ import annotations

import dataclasses
import json
import pathlib
import subprocess
import time

from catalogue import LibraryClass

SEVERITIES = ("error", "warning", "note")


@dataclasses.dataclass
class Finding:
    kind: str
    severity: str
    title: str
    test: list[str]   # the lines of the test that fails


@dataclasses.dataclass
class Check:
    name: str
    code: int
    verdict: str = ""
    methods: int = 0
    driven: int = 0
    skipped: list[str] = dataclasses.field(default_factory=list)   # methods that were not called, with the reason
    precompiled: int = 0   # methods whose bodies heddle did not see
    tests: int = 0
    executions: int = 0
    seconds: float = 0   # of the search
    total_seconds: float = 0
    findings: list[Finding] = dataclasses.field(default_factory=list)
    missing: list[str] = dataclasses.field(default_factory=list)   # why the verdict is not verified
    diagnostics: list[str] = dataclasses.field(default_factory=list)
    error: str = ""   # what heddle said instead of a report

    def refused(self) -> bool:
        """Nothing of the class was tested."""
        return bool(self.error) or self.driven == 0

    def count(self, severity: str) -> int:
        return sum(finding.severity == severity for finding in self.findings)

    def errors(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.severity == "error"]


def kept(entry: LibraryClass, code: int, document: dict) -> Check:
    stats, methods = document["stats"], document.get("class", {}).get("methods", [])
    findings = [Finding(finding["kind"], finding.get("severity", "error"), finding["title"], finding.get("test_lines", []))
                for finding in document["findings"]]
    skipped = [f"{method['signature']}: {method.get('why_not', '')}" for method in methods if not method["driven"]]
    return Check(entry.name, code, document["verdict"], len(methods), sum(method["driven"] for method in methods), skipped,
                 document["completeness"].get("methods_precompiled", 0), stats["tests"],
                 stats["executions"], stats["seconds"], stats["total_seconds"], findings, document["completeness"]["missing"],
                 [diagnostic["message"] for diagnostic in document["diagnostics"]])


def check(heddle: pathlib.Path, entry: LibraryClass, work: pathlib.Path, seconds: float, *flags: str) -> Check:
    command = [str(heddle), "check", *entry.command(work), "--time", f"{round(1000 * seconds)}ms", "--jobs", "1", "--format", "json", "--quiet",
               "--out", str(work / entry.name), *flags]
    start = time.monotonic()
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return kept(entry, answer.returncode, json.loads(answer.stdout))
    except (json.JSONDecodeError, KeyError):
        return Check(entry.name, answer.returncode, total_seconds=time.monotonic() - start, error=(answer.stderr + answer.stdout).strip()[-4000:])


def load(file: pathlib.Path) -> dict[str, Check]:
    if not file.exists():
        return {}
    rows = json.loads(file.read_text())["checks"]
    return {row["name"]: Check(**{**row, "findings": [Finding(**finding) for finding in row["findings"]]}) for row in rows}


def save(checks: dict[str, Check], file: pathlib.Path) -> None:
    file.write_text(json.dumps({"checks": [dataclasses.asdict(check) for check in checks.values()]}, indent=1) + "\n")
