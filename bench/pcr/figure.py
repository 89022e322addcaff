# SPDX-License-Identifier: Apache-2.0
"""Figure 6 of the PCR paper as SVG: MAP coverage over time, one panel per subject.

Coverage is relative to the highest number of patterns that a strategy reached on the subject, as in the paper. The time axis is logarithmic,
unlike the paper's: heddle executes thousands of schedules in a second, and a linear axis would show the first tenth of a second as one
vertical line. A run that ends early keeps its coverage up to the right edge.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

from results import Results
from runs import Run

COLUMNS = 5
PANEL_WIDTH, PANEL_HEIGHT = 176, 110
LEFT, TOP, GAP_X, GAP_Y = 62, 78, 36, 46
BOTTOM = 52
MARGIN_RIGHT = 22
START = 0.0001   # seconds, the left edge
SAMPLES = 160

# The strategies that are drawn: colour, width, dashes. The colours are those of Okabe and Ito, which readers with any colour vision can tell
# from each other. pcr is drawn first and thickest, so that lines on top of it leave it visible; dashes distinguish lines that coincide.
STYLES = {
    "pcr": ("#0072B2", 3.2, ""),
    "map": ("#D55E00", 1.8, "7 3"),
    "mcr": ("#CC79A7", 1.8, "2 3"),
    "random": ("#222222", 1.4, "5 2 1 2"),
}


def patterns_at(growth: Sequence[dict], seconds: float) -> int:
    return max((point["patterns"] for point in growth if point["seconds"] <= seconds), default=0)


def moments(end: float) -> list[float]:
    return [START * (end / START) ** (i / SAMPLES) for i in range(SAMPLES + 1)]


def mean_curve(runs: Sequence[Run], times: Sequence[float]) -> list[float] | None:
    """Patterns at each time, averaged over the seeds. None: not measured by every run."""
    if not runs or any(run.growth is None for run in runs):
        return None
    return [sum(patterns_at(run.growth, time) for run in runs) / len(runs) for time in times]


def curves_of(results: Results, subject: str) -> dict[str, list[float]]:
    """Percent of the highest coverage at each moment, for the strategies that were measured."""
    times = moments(results.seconds)
    curves = {strategy: mean_curve(results.long.get(subject, {}).get(strategy, []), times) for strategy in STYLES}
    known = {strategy: curve for strategy, curve in curves.items() if curve is not None}
    highest = max((curve[-1] for curve in known.values()), default=0)
    return {strategy: [100 * patterns / highest for patterns in curve] for strategy, curve in known.items()} if highest else {}


def text(x: float, y: float, words: str, size: int, anchor: str = "middle", extra: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}"{extra}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"{dashed}/>'


class Panel:
    """One subject. (x, y) is the upper left corner of its axes."""

    def __init__(self, x: float, y: float, end: float):
        self.x, self.y, self.end = x, y, end

    def across(self, seconds: float) -> float:
        return self.x + PANEL_WIDTH * math.log(seconds / START) / math.log(self.end / START)

    def down(self, percent: float) -> float:
        return self.y + PANEL_HEIGHT * (1 - percent / 105)   # room above a line at 100 %

    def axes(self, title: str) -> list[str]:
        parts = [f'<rect x="{self.x}" y="{self.y}" width="{PANEL_WIDTH}" height="{PANEL_HEIGHT}" fill="none" stroke="#888888"/>',
                 text(self.x + PANEL_WIDTH / 2, self.y - 6, title, 12)]
        for percent in (0, 50, 100):
            y = self.down(percent)
            parts += [line(self.x, y, self.x + PANEL_WIDTH, y, "#dddddd"), text(self.x - 4, y + 3.5, f"{percent}", 10, "end")]
        power = START
        while power <= self.end * 1.001:
            x = self.across(power)
            parts += [line(x, self.y + PANEL_HEIGHT, x, self.y + PANEL_HEIGHT + 4, "#888888"),
                      text(x, self.y + PANEL_HEIGHT + 15, f"{1000 * power:g}", 10)]
            power = round(power * 10, 9)
        return parts

    def curve(self, strategy: str, percents: Sequence[float]) -> str:
        """Steps: coverage stays until the next pattern is seen."""
        colour, width, dashes = STYLES[strategy]
        times = moments(self.end)
        path = f"M{self.across(times[0]):.1f} {self.down(percents[0]):.1f}"
        for time, before, percent in zip(times[1:], percents, percents[1:]):
            if percent != before:
                path += f"H{self.across(time):.1f}V{self.down(percent):.1f}"
        path += f"H{self.across(self.end):.1f}"
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        return f'<path class="{escape(strategy)}" d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dashed}/>'

    def note(self, words: str) -> str:
        return text(self.x + PANEL_WIDTH / 2, self.y + PANEL_HEIGHT / 2 + 4, words, 12, extra=' fill="#888888"')


def panel(results: Results, subject: str, position: int) -> list[str]:
    row, column = divmod(position, COLUMNS)
    where = Panel(LEFT + column * (PANEL_WIDTH + GAP_X), TOP + row * (PANEL_HEIGHT + GAP_Y), results.seconds)
    curves = curves_of(results, subject)
    drawn = [where.curve(strategy, curves[strategy]) for strategy in STYLES if strategy in curves] or [where.note("not measured")]
    return where.axes(results.label(subject)) + drawn


def legend(results: Results, x: float, y: float) -> list[str]:
    measured = {strategy for subject in results.subjects for strategy in curves_of(results, subject)}
    parts = []
    for strategy in STYLES:
        colour, width, dashes = STYLES[strategy]
        words = strategy if strategy in measured else f"{strategy} (not measured)"
        parts += [line(x, y, x + 34, y, colour, width, dashes), text(x + 40, y + 4, words, 13, "start")]
        x += 60 + 8 * len(words)
    return parts


def svg(results: Results) -> str:
    rows = math.ceil(len(results.subjects) / COLUMNS)
    width = LEFT + COLUMNS * (PANEL_WIDTH + GAP_X) - GAP_X + MARGIN_RIGHT
    height = TOP + rows * (PANEL_HEIGHT + GAP_Y) - GAP_Y + BOTTOM
    middle = TOP + (height - TOP - BOTTOM) / 2
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
             'font-family="Helvetica, Arial, sans-serif" fill="#222222">',
             f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
             text(LEFT, 24, f"MAP coverage over {results.seconds:g} s, mean of {results.long_seeds} runs", 17, "start"),
             *legend(results, LEFT, 45)]
    for position, subject in enumerate(results.subjects):
        parts += panel(results, subject, position)
    parts += [text(LEFT + (width - LEFT - MARGIN_RIGHT) / 2, height - 10, "milliseconds (logarithmic)", 13),
              text(18, middle, "MAP coverage, % of the highest", 13, extra=f' transform="rotate(-90 18 {middle:.1f})"'), "</svg>"]
    return "\n".join(parts) + "\n"
