# SPDX-License-Identifier: Apache-2.0
"""Claims and numbers: page and JSON agree, each number means what the guide says, and "verified" is never wrong."""
from __future__ import annotations

import pathlib
import re

from heddle_tool import EXIT_CLEAN, EXIT_FOUND, EXIT_USAGE, ROOT, SUBJECTS, Case, Environment, Run, subject

# A correct lock that waits in a loop: a thread that spins too long is scheduled fairly.
SPIN_LOCK = """#include <atomic>
class Tally {
public:
  void add(int amount) { lock(); sum_ += amount; unlock(); }
  int sum() { lock(); int sum = sum_; unlock(); return sum; }
private:
  void lock() {
    while (taken_.exchange(true))
      for (int i = 0; i < 5000; ++i)
        __builtin_ia32_pause();
  }
  void unlock() { taken_ = false; }
  std::atomic<bool> taken_{false};
  int sum_ = 0;
};
"""

SPIN_PROGRAM = SPIN_LOCK + """#include <thread>
int main() {
  Tally tally;
  std::thread other([&] { tally.add(1); });
  tally.add(2);
  other.join();
  return tally.sum() == 3 ? 0 : 1;
}
"""

# One method for each reason why results are not compared, and one whose results are.
UNCOMPARED = """#include <chrono>
#include <list>
#include <mutex>
class Mixed {
public:
  int value() { std::lock_guard lock(mutex_); return value_; }
  long age() { return std::chrono::steady_clock::now().time_since_epoch().count(); }
  std::list<int>::iterator begin() { std::lock_guard lock(mutex_); return list_.begin(); }
  bool tryRaise() {
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock)
      return false;
    ++value_;
    return true;
  }
private:
  std::mutex mutex_;
  int value_ = 0;
  std::list<int> list_;
};
"""

OWN_THREAD = """#include <mutex>
#include <thread>
class Relay {
public:
  int put(int value) {
    std::lock_guard whole(puts_);
    std::thread helper([&] { std::lock_guard lock(mutex_); value_ = value; });
    helper.join();
    std::lock_guard lock(mutex_);
    return value_;
  }
  int get() { std::lock_guard lock(mutex_); return value_; }
private:
  std::mutex puts_;
  std::mutex mutex_;
  int value_ = 0;
};
"""

VERIFIED = """#include <mutex>
class Pair {
public:
  void set(int value) { std::lock_guard lock(mutex_); first_ = second_ = value; }
  bool isEven() { std::lock_guard lock(mutex_); return first_ == second_; }
private:
  std::mutex mutex_;
  int first_ = 0, second_ = 0;
};
"""

SUMMARY = re.compile(r"""^1\ finding\ in\ test\ (?P<first_finding_test>\d+),\ execution\ (?P<first_finding_execution>\d+);
                         \ (?P<methods_driven>\d+)\ of\ (?P<methods>\d+)\ methods\ driven\n
                         (?P<tests>\d+)\ tests?,\ (?P<executions>\d+)\ executions?
                         \ \(plus\ (?P<serial_executions>\d+)\ serial,\ (?P<warm_up_executions>\d+)\ warm-up,
                         \ (?P<minimising_executions>\d+)\ minimising,\ (?P<replay_executions>\d+)\ replays\),
                         \ [\d.]+\ s,\ seed\ (?P<seed>\d+)$""", re.VERBOSE | re.MULTILINE)


def folder_with(environment: Environment, name: str, text: str, file: str) -> pathlib.Path:
    folder = environment.heddle.out(f"claims/{name}")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / file).write_text(text)
    return folder


def check(environment: Environment, folder: pathlib.Path, name: str, *flags: object) -> Run:
    return environment.heddle.run("check", f"{name.lower()}.hpp", "--class", name, *flags, cwd=folder)


def as_json(environment: Environment, name: str, text: str, *flags: object) -> Run:
    folder = folder_with(environment, name.lower(), text, f"{name.lower()}.hpp")
    return check(environment, folder, name, "--format", "json", *flags)


def readme_example(environment: Environment) -> None:
    """Every number on the page of the README is in the document, and means what it says."""
    readme = (ROOT / "README.md").read_text()
    source = re.search(r"```cpp\n(// stock\.hpp\n.*?)```", readme, re.DOTALL).group(1)
    folder = folder_with(environment, "readme", source, "stock.hpp")
    page = check(environment, folder, "Stock", "--stop-at-first")
    page.expect_code(EXIT_FOUND)
    shown = SUMMARY.search(page.stdout)
    page.check(shown is not None, "the summary is not as expected")
    numbers = {name: int(value) for name, value in shown.groupdict().items()}
    page.check("found the bug in the first execution of its first test" in " ".join(readme.split())
               and numbers["first_finding_test"] == numbers["first_finding_execution"] == 1, "the README says when the bug is found, and it is not so")

    plain = check(environment, folder, "Stock", "--format", "json", "--stop-at-first")
    stats = {**plain.stats, "methods": plain.document["completeness"]["methods"]}
    for name, value in numbers.items():
        plain.check(stats[name] == value, f"{name}: {value} on the page, {stats[name]} in the document")
    first = plain.findings[0]["position"]
    plain.check(first == {"test": numbers["first_finding_test"], "execution": numbers["first_finding_execution"]}, f"position {first}")
    # The search ends with the execution that fails: if others were counted with it, these would differ.
    plain.check(stats["executions"] == stats["first_finding_execution"] and stats["tests"] == stats["first_finding_test"] == 1,
                "the search does not end at the finding")
    plain.check(stats["failures"] == 1, f"{stats['failures']} failures")

    for flags, name, expected in ((("--no-minimise",), "minimising_executions", 0), (("--replays", 5), "replay_executions", 5)):
        other = check(environment, folder, "Stock", "--format", "json", "--stop-at-first", *flags)
        other.check(other.stats[name] == expected, f"{name} is {other.stats[name]}")
        for same in ("executions", "serial_executions", "warm_up_executions", "tests", "events"):
            other.check(other.stats[same] == stats[same], f"{same} depends on {flags}")


def fair_executions(environment: Environment) -> None:
    """A lock that spins is correct, and an execution that was made fair is not a proof, for both check and explore."""
    run = as_json(environment, "Tally", SPIN_LOCK, "--executions", 20_000)
    program = folder_with(environment, "tally", SPIN_PROGRAM, "tally.cpp") / "tally.cpp"
    explored = environment.heddle.explore([program], "--strategy", "dfs", "--preemptions", 2, out="claims/tally_program")
    for each in (run, explored):
        each.expect_code(EXIT_CLEAN)
        fair = each.document["completeness"]["fair_executions"]
        each.check((each.document["verdict"] == "verified") == (each.document["completeness"]["missing"] == []), "verdict and gaps disagree")
        each.check(fair == 0 or each.document["verdict"] == "not-found", f"{fair} fair executions, and {each.document['verdict']}")
        each.check(fair == each.stats["fair_executions"] > 0, "no execution was made fair: the subject shows nothing")
    page = check(environment, environment.heddle.out("claims/tally"), "Tally", "--executions", 20_000)
    page.check(f"{run.stats['fair_executions']} executions scheduled fairly" in " ".join(page.stdout.split()), "the page does not say why")


def results_not_compared(environment: Environment) -> None:
    run = as_json(environment, "Mixed", UNCOMPARED, "--executions", 20_000)
    run.expect_code(EXIT_CLEAN)
    run.check(run.document["verdict"] == "not-found", "verdict " + run.document["verdict"])
    run.check("results-not-compared" in run.document["completeness"]["missing"], "the gap is not named")
    reasons = {method["signature"]: set(method.get("tests_not_compared", {})) for method in run.document["class"]["methods"]}
    expected = {"value()": set(), "age()": set(), "begin()": {"result-type"}, "tryRaise()": {"gave-up-lock"}}
    run.check(reasons == expected, f"reasons {reasons}")
    page = check(environment, environment.heddle.out("claims/mixed"), "Mixed", "--executions", 20_000)
    headline = " ".join(page.stdout.split("  driven")[0].split())
    page.check("results not compared: 1 method returns a type that cannot be compared (begin()), 1 method gave up a lock that another thread held "
               "(tryRaise())" in headline, f"headline: {headline}")
    page.check("no bug found in 2 of 4 methods" in headline, f"headline: {headline}")


def threads_of_the_class(environment: Environment) -> None:
    run = as_json(environment, "Relay", OWN_THREAD, "--executions", 5_000)
    run.check(run.document["verdict"] == "not-found" and "unknown-orders" in run.document["completeness"]["missing"],
              f"{run.document['verdict']}: {run.document['completeness']['missing']}")


def verified(environment: Environment) -> None:
    run = as_json(environment, "Pair", VERIFIED, "--executions", 3_000)
    run.expect_code(EXIT_CLEAN)
    run.check(run.document["verdict"] == "verified", f"verdict {run.document['verdict']}: {run.document['completeness']['missing']}")
    claimed = run.document["completeness"]["tests"]
    run.check(run.stats["tests_exhausted"] == claimed == run.stats["tests"] - run.stats["widened_tests"] > 0, "not every test is exhausted")
    page = check(environment, environment.heddle.out("claims/pair"), "Pair", "--executions", 3_000)
    text = " ".join(page.stdout.split())
    page.check(f"every interleaving of {claimed} tests, {run.stats['executions']} executions" in text, "page and document disagree")
    page.check(run.stats["widened_tests"] > 0 and f"{run.stats['widened_tests']} more tests with other calls and arguments" in text,
               "the page does not say that tests were widened")
    # The bound of the claim is the bound of the search.
    bounded = as_json(environment, "Pair", VERIFIED, "--strategy", "dfs", "--preemptions", 1, "--executions", 3_000)
    bounded.check(bounded.document["verdict"] == "verified" and bounded.document["completeness"]["bounds"]["preemptions"] == 1,
                  f"bounds {bounded.document['completeness']['bounds']}")
    # Pairs of methods that are left out are not part of a proof, even if they can do very little.
    pruned = as_json(environment, "Pair", VERIFIED, "--guide", "deps")
    pruned.check("pairs-left-out" in pruned.document["completeness"]["missing"], f"missing {pruned.document['completeness']['missing']}")


def jobs(environment: Environment) -> None:
    """Counters of jobs are added up."""
    program = subject("exactness/lock_once.c")
    alone, both = (environment.heddle.explore([program], "--strategy", "dfs", "--jobs", count, out="claims/jobs") for count in (1, 2))
    both.check(both.stats["executions"] == alone.stats["executions"], "jobs do not share the executions")
    for name in ("serial_executions", "warm_up_executions"):
        both.check(both.stats[name] == 2 * alone.stats[name] > 0, f"{name}: {both.stats[name]} with two jobs, {alone.stats[name]} with one")
    both.check(both.stats["tests"] == both.stats["tests_exhausted"] == 1, "a program is not one test")

    one, two = (as_json(environment, "Pair", VERIFIED, "--jobs", count, "--executions", 3_000) for count in (1, 2))
    two.check(two.stats["tests"] > one.stats["tests"], "the second job did nothing")
    # The sums of the live status, and those of the summaries that each job writes when it ends.
    for name in ("tests", "executions"):
        two.check(two.stats[name] == sum(shape[name] for shape in two.stats["shapes"]), f"{name} by shape do not add up")


def old_findings(environment: Environment) -> None:
    """A finding of version 1 has all picks of its schedule at the end; it is replayed. A future version is refused."""
    out = environment.heddle.out("claims/old")
    run = environment.heddle.explore([subject("failures/lost_wakeup_2.cpp")], "--executions", 10_000, out="claims/old")
    run.expect_code(EXIT_FOUND)
    text = (out / run.findings[0]["schedule"]).read_text()
    run.check(text.startswith("heddle finding 5\n"), "not written as version 5")

    def old_schedule(match: re.Match) -> str:
        words = match.group(1).split()
        return 'schedule "' + " ".join([word for word in words if ":" in word] + [word for word in words if ":" not in word]) + '"'

    old = re.sub(r'^schedule "(.*)"$', old_schedule, text, flags=re.MULTILINE)
    old = re.sub(r"^(sequence-pair|object|step|race|message|methods|accessed|failing-thread|severity-reason|cause-\w+)( .*)?\n", "", old, flags=re.MULTILINE)
    old = re.sub(r"^(thread|explanation|related|why|also) \{\n(  .*\n)*\}\n", "", old, flags=re.MULTILINE)
    words = 'title "T1 waits"\nstep 1 1 a.cpp 3 1 f reads x 1 "" "" 0\nthread {\n  thread 1\n  state "waits for `m`"\n}\nrelated ""\nhelp "notify"\n'
    old = old.replace("heddle finding 5\n", "heddle finding 1\n", 1).replace("\nend\n", "\n" + words + "end\n")
    (out / "old.heddle").write_text(old)
    again = environment.heddle.replay(out / "old.heddle", "--times", 3)
    again.expect_code(EXIT_FOUND)
    again.check(again.findings[0]["replays"] == {"run": 3, "failed": 3}, f"replayed {again.findings[0]['replays']}")
    again.check(again.stats["replay_executions"] == 3 and again.stats["executions"] == 0, "replays are counted as a search")
    (out / "new.heddle").write_text(text.replace("heddle finding 5\n", "heddle finding 6\n", 1))
    refused = environment.heddle.run("replay", out / "new.heddle")
    refused.expect_code(EXIT_USAGE)
    refused.check("version 6 of `finding` is not known; this heddle reads versions 1 to 5" in refused.stderr, "the version is not named")


def generation_keeps_pace(environment: Environment) -> None:
    """Searching for call sequences must not take the time that exploring their tests needs."""
    run = environment.heddle.run("check", SUBJECTS / "vector_117" / "vector_117_fixed.hpp", "--class", "util::Vector", "--format", "json",
                                 "--executions", 100_000, "--time", 0, "--out", environment.heddle.out("claims/pace"))
    run.expect_code(EXIT_CLEAN)
    explored = sum(run.stats[name] for name in ("executions", "serial_executions", "warm_up_executions"))
    run.check(run.stats["sequences"] < explored, f"{run.stats['sequences']} sequences for {explored} executions")


def cases(environment: Environment) -> list[Case]:
    tests = [readme_example, fair_executions, results_not_compared, threads_of_the_class, verified, jobs, old_findings, generation_keeps_pace]
    return [Case(test.__name__, lambda test=test: test(environment)) for test in tests]
