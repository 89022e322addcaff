# SPDX-License-Identifier: Apache-2.0
"""What happens when processes are killed or interrupted in the middle."""
import os
import pathlib
import signal
import subprocess
import time

from heddle_tool import EXIT_CLEAN, EXIT_FOUND, EXIT_INTERRUPTED, Case, Environment, Failed, Heddle, Run, subject

PASSING = subject("features/condition_variable.cpp")
FAILING = subject("failures/assert_1.cpp")


def children(pid: int) -> list[int]:
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found


class Exploration:
    """A running heddle process that the test kills or interrupts from outside."""

    def __init__(self, heddle: Heddle, *arguments: object):
        self.command = [str(heddle.program), *map(str, arguments)]
        self.process = subprocess.Popen(self.command, cwd=heddle.work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)

    def harnesses(self) -> list[int]:
        """Waits until harness processes are running."""
        for _ in range(600):
            found = [pid for pid in children(self.process.pid) if "clang" not in os.readlink(f"/proc/{pid}/exe")]
            if found:
                return found
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise Failed("no harness process appeared: " + " ".join(self.command))

    def finish(self, timeout: float = 60) -> Run:
        try:
            stdout, stderr = self.process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Failed(f"still running after {timeout} s: " + " ".join(self.command)) from None
        return Heddle.finished(self.command, self.process.returncode, stdout, stderr)


def killed_harness(environment: Environment) -> None:
    heddle = environment.heddle
    heddle.explore([PASSING], "--executions", 10, out="survival/killed")
    running = Exploration(heddle, "explore", PASSING, "--format", "json", "--executions", 0, "--time", "4s", "--out", heddle.out("survival/killed"))
    for _ in range(2):
        time.sleep(0.7)
        os.kill(running.harnesses()[0], signal.SIGKILL)
    run = running.finish()
    run.expect_code(EXIT_CLEAN)
    run.check(run.stats["restarts"] == 2, f"{run.stats['restarts']} restarts")
    run.check(run.stats["seconds"] > 2, "the run did not continue")
    run.check(any("killed" in d["message"] for d in run.document["diagnostics"]), "nothing is said about the killed process")


def killed_after_finding(environment: Environment) -> None:
    heddle = environment.heddle
    heddle.explore([FAILING], "--executions", 10, out="survival/found")
    running = Exploration(heddle, "explore", FAILING, "--strategy", "random", "--format", "json", "--keep-going", "--executions", 0, "--time", "3s", "--out",
                          heddle.out("survival/found"))
    time.sleep(0.3)
    pid = running.harnesses()[0]
    time.sleep(0.7)
    os.kill(pid, signal.SIGKILL)
    run = running.finish()
    run.expect_code(EXIT_FOUND)
    run.check("assert" in run.kinds, "what had been found is lost")
    run.check(run.stats["restarts"] == 1, f"{run.stats['restarts']} restarts")


def interrupted(environment: Environment) -> None:
    heddle = environment.heddle
    heddle.explore([PASSING], "--executions", 10, out="survival/interrupted")
    running = Exploration(heddle, "explore", PASSING, "--format", "json", "--executions", 0, "--time", "0", "--jobs", 2, "--out",
                          heddle.out("survival/interrupted"))
    time.sleep(0.3)
    harnesses = running.harnesses()
    time.sleep(0.7)
    running.process.send_signal(signal.SIGINT)
    run = running.finish(timeout=10)
    run.expect_code(EXIT_INTERRUPTED)
    run.check(run.document["verdict"] == "inconclusive", "verdict " + run.document["verdict"])
    run.check(run.stats["executions"] > 0, "executions are not counted")
    time.sleep(0.1)
    run.check(not any(pathlib.Path(f"/proc/{pid}").exists() for pid in harnesses), "a harness process still runs")


# A finding made before Ctrl-C is reported.
def interrupted_after_finding(environment: Environment) -> None:
    heddle = environment.heddle
    heddle.explore([FAILING], "--executions", 10, out="survival/interrupted_found")
    running = Exploration(heddle, "explore", FAILING, "--strategy", "random", "--format", "json", "--keep-going", "--executions", 0, "--time", "0", "--out",
                          heddle.out("survival/interrupted_found"))
    time.sleep(0.3)
    running.harnesses()
    time.sleep(0.7)
    running.process.send_signal(signal.SIGINT)
    run = running.finish(timeout=20)
    run.check("assert" in run.kinds, "what had been found is lost")
    run.expect_code(EXIT_FOUND, EXIT_INTERRUPTED)


# The CLI itself is killed: its harness must not run forever.
def killed_program(environment: Environment) -> None:
    heddle = environment.heddle
    heddle.explore([PASSING], "--executions", 10, out="survival/orphan")
    running = Exploration(heddle, "explore", PASSING, "--executions", 0, "--time", "0", "--out", heddle.out("survival/orphan"))
    time.sleep(0.3)
    harness = running.harnesses()[0]
    running.process.kill()
    running.process.wait()
    for _ in range(50):
        if not pathlib.Path(f"/proc/{harness}").exists():
            return
        time.sleep(0.1)
    os.kill(harness, signal.SIGKILL)
    raise Failed("the harness continued without its parent")


def cases(environment: Environment) -> list[Case]:
    tests = [killed_harness, killed_after_finding, interrupted, interrupted_after_finding, killed_program]
    return [Case(test.__name__, lambda test=test: test(environment)) for test in tests]
