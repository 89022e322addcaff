# SPDX-License-Identifier: Apache-2.0
"""Method dependencies: the 19 faults of DepCon+ are found by the guides that use them, their twins stay silent, no faulty pair is
pruned, and no execution shows what the summaries lack. `heddle deps` answers for every class, or names what it cannot do."""
from __future__ import annotations

import statistics

import check_cases
from heddle_tool import EXIT_CLEAN, EXIT_ENVIRONMENT, EXIT_USAGE, Case, Environment, Failed, Run, manifest

GUIDES = ("deps", "auto")
ALL_GUIDES = (*GUIDES, "coverage", "pairs", "random")
OBSERVED = 100_000   # executions per subject whose accesses are compared with the summaries
MOST_SEEDS = 40      # a class with few tests has fewer executions in all
LEAST_PRUNED = 0.8   # of all pairs, on average; DepCon+ reports 0.83
ODD_CLASSES = [
    {"name": "std_map", "header": "<map>", "class": "std::map<int, int>"},
    {"name": "tbb_concurrent_hash_map", "header": "<tbb/concurrent_hash_map.h>", "class": "tbb::concurrent_hash_map<int, int>"},
]


LEDGER = """#include <mutex>
#include <vector>
class Ledger {
public:
  void add(int amount) {
    std::lock_guard lock(mutex_);
    total_ += amount;
    entries_.push_back(amount);
  }
  int total() const {
    std::lock_guard lock(mutex_);
    return total_;
  }
  int last() const {
    std::lock_guard lock(mutex_);
    return entries_.empty() ? 0 : entries_.back();
  }
  int peek() const { return total_; }
  bool isSameAs(const Ledger& other) const {
    std::lock_guard lock(mutex_);
    std::lock_guard theirs(other.mutex_);
    return total_ == other.total_;
  }

private:
  mutable std::mutex mutex_;
  int total_ = 0;
  std::vector<int> entries_;
};
"""


# Each pair of its methods works together; all three together do not.
KITCHEN = """#include <mutex>
class Kitchen {
public:
  int cook() { std::lock_guard a(stove_); std::lock_guard b(sink_); return ++meals_ + ++water_; }
  int wash() { std::lock_guard a(sink_); std::lock_guard b(fridge_); return ++water_ + ++food_; }
  int stock() { std::lock_guard a(fridge_); std::lock_guard b(stove_); return ++food_ + ++meals_; }

private:
  std::mutex stove_, sink_, fridge_;
  int meals_ = 0, water_ = 0, food_ = 0;
};
"""
# The lock of the other object is forgotten.
GAUGE = """#include <mutex>
class Gauge {
public:
  void set(int low, int high) { std::lock_guard lock(mutex_); low_ = low; high_ = high; }
  int range() const { std::lock_guard lock(mutex_); return high_ - low_; }
  void copyFrom(const Gauge& other) { std::lock_guard lock(mutex_); low_ = other.low_; high_ = other.high_; }

private:
  mutable std::mutex mutex_;
  int low_ = 0, high_ = 0;
};
"""
# Custom locks.
TALLY = """#include <atomic>
#include <mutex>
#include <thread>
struct Spin {
  void lock() { while (taken.test_and_set()) std::this_thread::yield(); }
  void unlock() { taken.clear(); }
  std::atomic_flag taken;
};
class Tally {
public:
  void add(int count) { std::lock_guard lock(spin_); count_ += count; }
  void absorb(Tally& other) {
    if (&other == this)
      return;
    std::lock_guard mine(spin_);
    std::lock_guard theirs(other.spin_);
    count_ += other.count_;
  }

private:
  Spin spin_;
  int count_ = 0;
};
"""
TEXTS = {"Kitchen": (KITCHEN, ("deadlock",)), "Gauge": (GAUGE, ("data-race",)), "Tally": (TALLY, ("livelock", "deadlock"))}


def subjects() -> list[dict]:
    return sorted((entry for entry in manifest()["classes"] if "depcon" in entry), key=lambda entry: entry["depcon"])


def fixed(entry: dict) -> dict:
    return {**entry, **entry["twin"], "name": entry["name"] + "_fixed"}


def found(environment: Environment, entry: dict) -> None:
    for seed in check_cases.SEEDS[:environment.budget(1, 5)]:
        for guide in GUIDES:
            check_cases.find(environment, entry, seed, "--guide", guide, area="deps")


def found_in_text(environment: Environment, name: str) -> None:
    text, kinds = TEXTS[name]
    folder = environment.heddle.out(f"text_{name.lower()}")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name.lower()}.hpp").write_text(text)
    for guide in GUIDES:
        run = environment.heddle.run("check", f"{name.lower()}.hpp", "--class", name, "--format", "json", "--guide", guide, "--time", "20s",
                                     "--stop-at-first", cwd=folder)
        run.check(bool(set(kinds) & set(run.kinds)), f"{guide}: expected {kinds}, found {run.kinds}")
        run.check(not run.stats["summary_missing"], f"{guide}: {run.stats['summary_missing']}")


def silent(environment: Environment, entry: dict) -> None:
    for guide in ALL_GUIDES if environment.slow else GUIDES:
        run = check_cases.check(environment, entry, f"deps/{entry['name']}", "--guide", guide, "--executions", environment.budget(2_000, 100_000),
                                "--time", f"{environment.budget(20, 600)}s", timeout=900)
        run.check(not run.errors, f"false alarm: {run.errors}")
        all_pruned = run.stats["pairs"] == run.stats["pairs_pruned"] > 0
        reason = run.document["completeness"]["nothing_to_test"]
        run.check(reason in (None, entry.get("nothing_to_test")) or (reason == "no-test" and all_pruned), f"nothing to test: {reason}")
        run.expect_code(EXIT_CLEAN if reason is None else EXIT_ENVIRONMENT)
        is_said = all_pruned and any("nothing was run" in each["message"] for each in run.document["diagnostics"])
        run.check(is_said or run.stats["executions"] > 0, "nothing was tested")


def observed(environment: Environment, entry: dict) -> None:
    """Continues after the findings: check() looks for accesses and locks that the summaries lack. One run of a small
    class is too short, so runs with further seeds are added."""
    executions = {guide: 0 for guide in GUIDES}
    seeds = 0
    while sum(executions.values()) < OBSERVED and seeds < MOST_SEEDS:
        seeds += 1
        for guide in GUIDES:
            left = min(OBSERVED - sum(executions.values()), OBSERVED // len(GUIDES))
            if left > 0:
                run = check_cases.check(environment, entry, f"deps/{entry['name']}", "--guide", guide, "--seed", seeds, "--keep-going", "--no-minimise",
                                        "--replays", 1, "--executions", left, "--time", "120s", timeout=900)
                executions[guide] += run.stats["executions"]
    print(f"observed {entry['name']}: {sum(executions.values())} executions ({executions}) with {seeds} seeds, nothing missing", flush=True)


def deps(environment: Environment, entry: dict) -> Run:
    sources = [check_cases.SUBJECTS / source for source in entry.get("sources", [])]
    return environment.heddle.run("deps", check_cases.header(entry), *sources, "--class", entry["class"], "--format", "json", "--out",
                                  environment.heddle.out(f"deps/{entry['name']}"), *entry.get("flags", []))


def method(signature: str) -> str:
    return signature.split("(")[0]


def faulty_pairs(run: Run, entry: dict) -> list[dict]:
    return [pair for pair in run.document["pairs"] if sorted((method(pair["a"]), method(pair["b"]))) == sorted(entry["pair"])]


def pruning(environment: Environment) -> None:
    """Enough is pruned, and nothing that fails."""
    shares = {}
    for entry in subjects():
        run = deps(environment, entry)
        run.expect_code(EXIT_CLEAN)
        pairs = faulty_pairs(run, entry)
        run.check(bool(pairs), f"no pair {entry['pair']}")
        run.check(any(not pair["pruned"] for pair in pairs), f"the faulty pair {entry['pair']} is pruned: {[pair['why'] for pair in pairs]}")
        shares[entry["name"]] = sum(pair["pruned"] for pair in run.document["pairs"]) / len(run.document["pairs"])
    if statistics.mean(shares.values()) < LEAST_PRUNED:
        raise Failed(f"pruned {statistics.mean(shares.values()):.0%} of the pairs on average: {shares}")


def answers(environment: Environment, entry: dict) -> None:
    """Summaries, or the name of a limit."""
    run = deps(environment, entry)
    run.expect_code(EXIT_CLEAN, EXIT_USAGE, EXIT_ENVIRONMENT)
    if run.code == EXIT_CLEAN:
        methods = len(run.document["methods"])
        run.check(len(run.document["pairs"]) == methods * (methods + 1) // 2, f"{methods} methods, {len(run.document['pairs'])} pairs")
    else:
        run.check(bool(run.document["diagnostics"]), "it is not said why")


# Methods of a summaries file, as lines.
def edited(text: str, edit) -> str:
    """`edit` gets the name of a method (up to its parameters) and one of its lines, and returns what to write instead."""
    result, name = [], ""
    for line in text.splitlines():
        words = line.split('"')
        if line.strip().startswith("name "):
            name = (words[1] if len(words) > 1 else line.split()[1]).split("(")[0]
        kept = edit(name, line)
        result += [kept] if isinstance(kept, str) else kept
    return "\n".join(result) + "\n"


def lacking(environment: Environment) -> None:
    """Summaries that lack something: the run says so, and the pairs are tested again."""
    folder = environment.heddle.out("lacking")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ledger.hpp").write_text(LEDGER)
    flags = ["ledger.hpp", "--class", "Ledger", "--format", "json", "--executions", 3000, "--keep-going", "--no-minimise", "--replays", 1]
    run = environment.heddle.run("check", *flags, cwd=folder)
    run.check(run.stats["summary_missing"] == [], f"nothing was taken away: {run.stats['summary_missing']}")
    run.check(run.stats["pairs"] == 15 and 0 < run.stats["pairs_pruned"] < 15, f"pairs: {run.stats['pairs_pruned']} of {run.stats['pairs']}")
    written = (folder / "heddle-out" / "build").glob("Ledger-*/summaries.heddle")
    whole = max(written, key=lambda file: file.stat().st_mtime).read_text()  # an earlier build may have left others
    lock = next(line for line in whole.splitlines() if line.strip().startswith("lock "))

    def expect(what: str, edit, *words: str) -> None:
        file = folder / f"{what}.heddle"
        file.write_text(edited(whole, edit))
        run.check(file.read_text() != whole, f"{what}: nothing was edited")
        wrong = environment.heddle.run("check", *flags, "--summaries", file.name, cwd=folder)
        missing = wrong.stats["summary_missing"]
        wrong.check(any(all(word in line for word in words) for line in missing), f"{what}: expected {words}, got {missing}")
        wrong.check(wrong.stats["pairs_restored"] > 0 or what == "nested", f"{what}: no pair came back")
        said = [diagnostic["message"] for diagnostic in wrong.document["diagnostics"] if diagnostic["code"] == "summary"]
        wrong.check(said == missing, f"{what}: said {said}, not {missing}")

    def without(name: str, start: str):
        return lambda method, line: [] if method == name and line.strip().startswith(start) else line

    expect("access", without("add", "write total_"), "add() writes total_", "which its summary lacks", "ledger.hpp:7")
    expect("nested", without("isSameAs", "double-lock"), "isSameAs()", "while it holds", "which its summary lacks")
    # A field that no summary names: its name is unknown, but two methods are seen to access it.
    expect("conflict", lambda _, line: [] if "total_" in line else line, "memory that", "no location in common")
    # A lock that is not held.
    expect("parallel", lambda method, line: [line, lock] if method == "peek" and line.strip().startswith("name ") else line,
           "peek()", "without a common lock")
    nothing = environment.heddle.run("check", *flags, "--summaries", "nowhere.heddle", cwd=folder)
    nothing.check(nothing.stats["guide"] == "coverage", f"guide {nothing.stats['guide']}")
    nothing.check(any("no pair of methods is pruned" in diagnostic["message"] for diagnostic in nothing.document["diagnostics"]), "it is not said")


def asked(environment: Environment) -> list[dict]:
    known = manifest()
    bad = [{"header": f"bad_classes/{entry['name']}.hpp", **entry, "name": "bad_" + entry["name"]} for entry in known["bad_classes"]]
    every = [*known["classes"], *map(fixed, known["classes"]), *known["controls"], *bad]
    return ODD_CLASSES + (every if environment.slow else bad)


def cases(environment: Environment) -> list[Case]:
    result = [Case("pruning", lambda: pruning(environment)), Case("lacking", lambda: lacking(environment))]
    for entry in subjects():
        result.append(Case(entry["name"], lambda entry=entry: found(environment, entry)))
        result.append(Case(entry["name"] + "_fixed", lambda entry=entry: silent(environment, fixed(entry))))
    for name in TEXTS:
        result.append(Case("text " + name, lambda name=name: found_in_text(environment, name)))
    for entry in asked(environment):
        result.append(Case("deps " + entry["name"], lambda entry=entry: answers(environment, entry)))
    if environment.slow:
        for entry in [*subjects(), *map(fixed, subjects())]:
            result.append(Case("observed " + entry["name"], lambda entry=entry: observed(environment, entry)))
    return result
