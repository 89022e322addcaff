#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Executions per second of the engine, full restore included, against real threads running the same body.

Both are measured alternately in the same run and the best of each is taken, because other load on the machine only
ever slows down: the ratio is what counts, not the digits. `wanted` is the ratio the project promises; with race
detection, half of it. `--quick` only shows that every measurement works.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROUNDS = 3

# name, body, definitions, executions per round, wanted ratio
BODIES = [
    ("counter, 2 threads, 20 accesses", "bodies/counter.hpp", [], 300_000, 15),
    ("queue, 3 items", "bodies/queue.hpp", ["-DITEMS=3"], 200_000, 12),
    ("map<int,string>, 2 keys", "bodies/map.hpp", [], 200_000, 8),
    ("queue, 30 items", "bodies/queue.hpp", ["-DITEMS=30"], 30_000, 3),
]


def definitions(body, extra):
    return [f'-DBODY="{HERE / body}"', *extra]


def cxxflags(body, extra):
    # The flag is one shell-like string; quotes keep the quotes of the definition.
    return "--cxxflags=" + " ".join(f"'{d}'" for d in definitions(body, extra))


def build_stress(body, extra, folder):
    program = folder / "stressed"
    command = ["clang++-19", "-std=c++20", "-O1", "-pthread", *definitions(body, extra)]
    subprocess.run([*command, str(HERE / "stressed.cpp"), "-o", str(program)], check=True)
    return program


def stress(program):
    return float(subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout)


def explore(heddle, body, extra, executions, folder, flags):
    # `random` runs every execution from the start: what is measured is the engine, not the plan of `auto`.
    command = [heddle, "explore", str(HERE / "explored.cpp"), "--format", "json", "--keep-going", "--no-minimise"]
    command += ["--strategy", "random", "--executions", str(executions), "--time", "600s", "--out", str(folder / "out"), *flags]
    command.append(cxxflags(body, extra))
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode not in (0, 1):
        raise SystemExit(f"heddle failed on {body}: {answer.stdout}{answer.stderr}")
    stats = json.loads(answer.stdout)["stats"]
    return stats["executions"] / stats["seconds"]


def measure(heddle, rounds, name, body, extra, executions, wanted):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        program = build_stress(body, extra, folder)
        real = plain = races = 0.0
        for _ in range(rounds):
            real = max(real, stress(program))
            plain = max(plain, explore(heddle, body, extra, executions, folder, ["--no-races"]))
            races = max(races, explore(heddle, body, extra, executions, folder, []))
    print(
        f"{name:32} {real:9,.0f} {plain:10,.0f} {plain / real:6.1f}x {wanted:5}x"
        f" {races:12,.0f} {races / real:6.1f}x {wanted / 2:6.1f}x",
        flush=True,
    )


def ask(heddle, program, flags, mode):
    """What a harness answers in a mode that only this script asks for: it measures itself."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        command = [heddle, "explore", str(HERE / program), "--executions", "1", "--out", str(folder / "out"), *flags]
        subprocess.run(command, check=False, capture_output=True)
        built = (folder / "out" / "build").iterdir()
        harness = next(p for p in built if p.name.startswith(pathlib.Path(program).stem + "-") and not p.suffix)
        status, request, answer = folder / "status", folder / "request", folder / "answer"
        status.write_bytes(bytes(8192))
        request.write_text(f"heddle request 3\nmode {mode}\nstatus-path {status}\nprobe.result-path {answer}\nend\n")
        subprocess.run([str(harness)], env={"HEDDLE_REQUEST": str(request), "LD_BIND_NOW": "1"}, check=True)
        return answer.read_text()


def probe_checkpoints(heddle, rounds):
    lines = [ask(heddle, "large_world.cpp", [], "probe-checkpoints") for _ in range(rounds)]
    print(min(lines, key=lambda line: float(line.split()[-2])), end="")


def probe_tracing(heddle, name, body, extra):
    line = ask(heddle, "explored.cpp", [cxxflags(body, extra)], "probe-tracing")
    print(f"{name:32} {line}", end="", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--quick", action="store_true", help="one round of few executions")
    arguments = parser.parse_args()
    heddle, rounds, bodies = arguments.heddle, ROUNDS, BODIES
    if arguments.quick:
        rounds, bodies = 1, [(name, body, extra, 10_000, wanted) for name, body, extra, _, wanted in BODIES[:1]]
    print(f"{'':32} {'real':>9} {'heddle':>10} {'ratio':>7} {'wanted':>6} {'with races':>12} {'ratio':>7} {'wanted':>7}")
    for body in bodies:
        measure(heddle, rounds, *body)
    for name, body, extra, _, _ in bodies:
        probe_tracing(heddle, name, body, extra)
    probe_checkpoints(heddle, rounds)


if __name__ == "__main__":
    main()
