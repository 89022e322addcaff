# SPDX-License-Identifier: Apache-2.0
"""Same seed, same run: three processes print the same JSON, except for times; other seeds and numbers of jobs too where
promised. A fresh process finds again what an exploring process found."""
import json

from heddle_tool import Case, Environment, subject, without_times

PROGRAMS = ["failures/sigsegv_1.cpp", "failures/lock_cycle3_1.cpp", "failures/use_after_free_2.cpp", "failures/data_race_2.cpp",
            "failures/lost_wakeup_2.cpp", "features/condition_variable.cpp", "features/iostream.cpp", "features/thread_local.cpp",
            "features/containers_associative.cpp"]

# Without any lock: two concurrent calls leave the tree in all kinds of disorder.
INDEX = """#include <list>
#include <map>
class Index {
public:
  void insert(int key) { places_[key] = values_.insert(values_.end(), key); }
  void erase() {
    if (!values_.empty())
      values_.pop_front();
  }
  std::size_t size() const { return values_.size(); }
  int last() const { return values_.empty() ? 0 : values_.back(); }

private:
  std::list<int> values_{1, 2, 3};
  std::map<int, std::list<int>::iterator> places_;
};
"""


def same_seed(environment: Environment, program: str, *flags: object) -> None:
    name = program.split("/")[1].split(".")[0]
    texts = set()
    for _ in range(3):
        run = environment.heddle.explore([subject(program)], "--executions", 2_000, "--seed", 7, *flags, out=f"determinism/{name}")
        run.check(run.code in (0, 1), f"exit code {run.code}")
        texts.add(json.dumps(without_times(run.document)))
    run.check(len(texts) == 1, f"{len(texts)} different results in 3 runs: {first_difference(*list(texts)[:2])}" if len(texts) > 1 else "")


def first_difference(first: str, second: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(first, second)) if a != b), 0)
    return f"...{first[max(0, at - 60):at + 60]}... and ...{second[max(0, at - 60):at + 60]}..."


# What is found first does not depend on the number of processes that search.
def same_with_jobs(environment: Environment, program: str) -> None:
    name = program.split("/")[1].split(".")[0]
    titles = set()
    for jobs in (1, 2, 3):
        run = environment.heddle.explore([subject(program)], "--jobs", jobs, "--executions", 5_000, out=f"determinism/{name}")
        titles.add(json.dumps([(f["kind"], f["position"]["execution"], f["title"]) for f in run.findings if f["kind"] != "data-race"]))
    run.check(len(titles) == 1, f"the findings depend on --jobs: {titles}")


def all_confirmed(environment: Environment) -> None:
    folder = environment.heddle.out("determinism/index")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.hpp").write_text(INDEX)
    run = environment.heddle.run("check", "index.hpp", "--class", "Index", "--keep-going", "--no-minimise", "--executions", 2_000, "--replays", 1,
                                 "--format", "json", cwd=folder)
    run.check(len(run.findings) > 20, f"only {len(run.findings)} findings")
    lost = [each["message"] for each in run.document["diagnostics"] if each["code"] == "unconfirmed"]
    run.check(not lost, f"not the same in another process: {lost}")


def cases(environment: Environment) -> list[Case]:
    found = [Case("all confirmed", lambda: all_confirmed(environment))]
    for program in PROGRAMS:
        for strategy in ("random", "pct", "pos", "active"):
            found.append(Case(f"{program} {strategy}", lambda p=program, s=strategy: same_seed(environment, p, "--strategy", s)))
    for program in PROGRAMS[:3]:
        found.append(Case(f"{program} jobs", lambda p=program: same_with_jobs(environment, p)))
    return found
