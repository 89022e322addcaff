#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the ten slowest tests of a JUnit file that `ctest --output-junit` wrote."""
import sys
import xml.etree.ElementTree

cases = xml.etree.ElementTree.parse(sys.argv[1]).getroot().iter("testcase")
times = sorted(((float(case.get("time", 0)), case.get("name")) for case in cases), reverse=True)
print(f"{len(times)} tests, {sum(time for time, _ in times):.0f} s of work; the ten slowest:")
for time, name in times[:10]:
    print(f"{time:8.1f} s  {name}")
