# SPDX-License-Identifier: Apache-2.0
"""What the scripts that measure tables of papers share: the page with the results, and how tables look on it."""
from __future__ import annotations

import argparse
import os
import pathlib
import platform
import statistics
from collections.abc import Callable, Iterable, Sequence

from searches import Search

NOT_MEASURED = "not measured"


def table(head: list[str], rows: list[list[str]]) -> str:
    """Markdown; all columns but the first are numbers."""
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def cell(value: float | None, form: str = "{:,.1f}", missing: str = NOT_MEASURED) -> str:
    return missing if value is None else form.format(value)


def precise(value: float | None) -> str:
    """Three digits, for times that differ by orders of magnitude."""
    if value is None or value == 0:
        return cell(value, "{:g}")
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def bounded(searches: Sequence[Search], text: str) -> str:
    """A search that did not find the bug makes an average over the searches a lower bound."""
    return text if text == NOT_MEASURED or all(search.found for search in searches) else f"≥ {text}"


def average(figures: Sequence[float | None], how: Callable) -> float | None:
    return None if not figures or None in figures else how(figures)


def geometric_mean(values: Sequence[float]) -> float | None:
    return statistics.geometric_mean(values) if values and min(values) > 0 else None


def remarks(missing: list[str], searches: Iterable[Search]) -> list[str]:
    """What the reader must know about the numbers of this measurement: one paragraph, or none."""
    lines = []
    if missing:
        lines.append(f"This heddle does not have: {', '.join(missing)}.")
    searches = list(searches)
    failed = [f"{search.subject} with {search.strategy}, seed {search.seed}" for search in searches if search.error]
    if failed:
        lines.append(f"heddle itself failed in {len(failed)} runs: {'; '.join(failed)}.")
    others = sorted({f"{search.subject} with {search.strategy}: {search.kind}" for search in searches if search.found and not search.expected})
    if others:
        lines.append(f"The first failure was of a kind that the manifest does not list: {'; '.join(others)}.")
    return ["\n".join(f"- {text}" for text in lines)] if lines else []


def page_arguments(parser: argparse.ArgumentParser, files: str) -> None:
    """Where a measurement comes from, and where it goes."""
    origin = parser.add_mutually_exclusive_group(required=True)
    origin.add_argument("--heddle", type=pathlib.Path)
    origin.add_argument("--from", dest="saved", type=pathlib.Path, help="results.json of an earlier measurement")
    parser.add_argument("--output", type=pathlib.Path, help=f"folder for {files}")
    parser.add_argument("--write", type=pathlib.Path, help="page whose section is replaced; figures are written next to it")


def machine() -> str:
    model = next((line.split(":", 1)[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.machine())
    return f"{model}, {os.cpu_count()} cores, Linux {platform.release().split('-')[0]}"


def replace_section(page: pathlib.Path, name: str, section: str) -> None:
    """The section that bench/<name> wrote earlier, or a new one at the end."""
    begin, end = f"<!-- {name}: written by bench/{name} -->", f"<!-- {name}: end -->"
    text = page.read_text() if page.exists() else "# Results\n\nWhat was measured, on which machine, by which command.\n"
    block = f"{begin}\n{section}\n{end}\n"
    if begin in text:
        before, rest = text.split(begin, 1)
        text = before + block + rest.split(end + "\n", 1)[1]
    else:
        text = text.rstrip("\n") + "\n\n" + block
    page.write_text(text)
