# SPDX-License-Identifier: Apache-2.0
"""The section on libraries of docs/results.md: what was found in which class, and what it means."""
from __future__ import annotations

import dataclasses
import datetime
import pathlib
import sys

from catalogue import NOT_THREAD_SAFE, THREAD_SAFE, Explanation, LibraryClass
from checks import Check, Finding

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from claim import Claim  # pylint: disable=wrong-import-position
from results_page import NOT_MEASURED, machine, table  # pylint: disable=wrong-import-position

MOST_UNEXPLAINED = 0.02   # share of the classes documented as thread-safe that may have an error that is not a bug of the library


@dataclasses.dataclass
class Row:
    """A class, and what one check said about it."""
    entry: LibraryClass
    check: Check

    def explanation(self, finding: Finding) -> Explanation | None:
        text = " ".join([finding.title, *finding.test])
        return next((known for known in self.entry.explained if finding.kind in known.kinds and known.about in text), None)

    def bugs(self) -> list[Finding]:
        return [finding for finding in self.check.errors() if (known := self.explanation(finding)) is not None and known.bug]

    def false_alarms(self) -> list[Finding]:
        """Errors in a class that is documented as thread-safe, apart from bugs of the library."""
        if self.entry.documented != THREAD_SAFE:
            return []
        return [finding for finding in self.check.errors() if finding not in self.bugs()]

    def cells(self) -> list[str]:
        check = self.check
        documented = self.entry.documented + (", precompiled" if self.entry.precompiled else "")
        return [f"`{self.entry.type}`", self.entry.library, documented, f"{check.driven} of {check.methods}", f"{check.tests:,}",
                f"{check.executions:,}", " / ".join(str(check.count(severity)) for severity in ("error", "warning", "note")),
                "refused" if check.refused() else check.verdict, f"{check.seconds:.1f}"]


HEAD = ["class", "library", "documented", "methods driven", "tests", "executions", "errors / warnings / notes", "verdict", "s"]


def rows_of(classes: list[LibraryClass], results: dict[str, Check]) -> list[Row]:
    return [Row(entry, results[entry.name]) for entry in classes if entry.name in results]


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "none"


def claims(rows: list[Row]) -> list[Claim]:
    safe = [row for row in rows if row.entry.documented == THREAD_SAFE]
    alarmed = [row for row in safe if row.false_alarms()]
    unexplained = [f"{row.entry.name}: {finding.kind}" for row in alarmed for finding in row.false_alarms() if row.explanation(finding) is None]
    refused = [row.entry.name for row in rows if row.check.refused()]
    silent = [row.entry.name for row in rows if row.entry.documented == NOT_THREAD_SAFE and not row.entry.precompiled and not row.check.errors()]
    unnamed = [row.entry.name for row in rows if row.entry.precompiled and not row.check.errors() and not row.check.refused()
               and not row.check.precompiled]
    known = [(row, explanation) for row in rows for explanation in row.entry.explained if explanation.bug]
    lost = [row.entry.name for row, explanation in known if explanation not in [row.explanation(finding) for finding in row.check.errors()]]
    return [
        Claim(f"at most {MOST_UNEXPLAINED:.0%} of the classes documented as thread-safe have a finding of severity error that is not a bug of the library",
              len(alarmed) <= MOST_UNEXPLAINED * len(safe), share(len(alarmed), len(safe))),
        Claim("each of these findings is explained", not unexplained, ", ".join(unexplained) or "all"),
        Claim("no class is refused", not refused, ", ".join(refused) or "none"),
        Claim("every class that is not thread-safe is reported, unless its bodies are precompiled", not silent, ", ".join(silent) or "all"),
        Claim("precompiled bodies are named as not explored", not unnamed, ", ".join(unnamed) or "all"),
        Claim("the known bugs of the libraries are found", not lost, ", ".join(lost) or f"{len(known)} of {len(known)}"),
    ]


def explanations(rows: list[Row]) -> list[str]:
    """One line for each finding of severity error in a class that is documented as thread-safe."""
    lines = []
    for row in rows:
        if row.entry.documented != THREAD_SAFE:
            continue
        for finding in row.check.errors():
            known = row.explanation(finding)
            what = "not explained" if known is None else f"{'a bug of the library. ' if known.bug else ''}{known.why}"
            line = f"- `{row.entry.type}`, {finding.kind}: {what}"
            if line not in lines:
                lines.append(line)
    return lines


def totals(rows: list[Row]) -> str:
    methods, driven = sum(row.check.methods for row in rows), sum(row.check.driven for row in rows)
    libraries = len({row.entry.library for row in rows})
    counts = [f"{sum(row.check.count(severity) for row in rows)} {severity}s" for severity in ("error", "warning", "note")]
    return (f"{len(rows)} classes of {libraries} libraries; {driven:,} of {methods:,} methods driven; "
            f"{sum(row.check.tests for row in rows):,} tests, {sum(row.check.executions for row in rows):,} executions, "
            f"{sum(row.check.seconds for row in rows):,.0f} s of search; {', '.join(counts)}.")


def not_measured(classes: list[LibraryClass], results: dict[str, Check]) -> list[str]:
    names = [entry.name for entry in classes if entry.name not in results]
    return [f"{NOT_MEASURED.capitalize()} this time, of {len(classes)} classes in the catalogue: {', '.join(names)}."] if names else []


def section(classes: list[LibraryClass], results: dict[str, Check], seconds: float) -> str:
    rows = rows_of(classes, results)
    lines = explanations(rows)
    parts = [
        "## Libraries",
        f"Measured on {datetime.date.today()} ({machine()}) by `bench/libraries/libraries.py --seconds {seconds:g}`: `heddle check` on each class, as "
        "Debian 12 packages it, with default options and at most that many seconds. *Documented*: what the manual of the library says. "
        "*Methods driven* counts the methods that ran in at least one test; the report of heddle names the others with the reason. "
        "What the manuals say about single methods is in `share/roles`.",
        totals(rows),
        *not_measured(classes, results),
        "**What the measurement must show**",
        "\n".join(f"- {claim.line()}" for claim in claims(rows)),
    ]
    if lines:
        parts += ["**Errors in classes that are documented as thread-safe**", "\n".join(lines)]
    for title, documented in (("Documented as thread-safe", THREAD_SAFE), ("Not thread-safe", NOT_THREAD_SAFE)):
        chosen = [row for row in rows if row.entry.documented == documented]
        if chosen:
            parts += [f"**{title}**", table(HEAD, [row.cells() for row in chosen])]
    return "\n\n".join(parts)
