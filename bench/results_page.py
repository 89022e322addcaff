# SPDX-License-Identifier: Apache-2.0
"""What the scripts that measure tables of papers share: the page with the results, and how tables look on it."""
from __future__ import annotations

import os
import pathlib
import platform


def table(head: list[str], rows: list[list[str]]) -> str:
    """Markdown; all columns but the first are numbers."""
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


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
