# SPDX-License-Identifier: Apache-2.0
"""What a measurement must show: each claim is one line with its numbers."""
from __future__ import annotations

import dataclasses


@dataclasses.dataclass
class Claim:
    words: str
    holds: bool | None   # None: not measured
    numbers: str

    def line(self) -> str:
        status = {True: "holds", False: "does not hold", None: "not measured"}[self.holds]
        return f"{status}: {self.words}: {self.numbers}"


def unmeasured(words: str, reason: str) -> Claim:
    return Claim(words, None, reason)


def of_all_subjects(measured: int, expected: int, words: str, holds: bool, numbers: str) -> Claim:
    """A claim about all subjects of a paper is judged only if all of them were measured; otherwise it shows the numbers so far."""
    complete = measured >= expected
    return Claim(words, holds if complete else None, numbers if complete else f"{numbers} (only {measured} of {expected} subjects)")
