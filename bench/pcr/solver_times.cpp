// SPDX-License-Identifier: Apache-2.0
// How long a question to the solvers of src/solve takes, how many infeasible ones need no solver because of what was
// learned, and what learning costs. Prints JSON. Traces and questions are random, with fixed seeds
// (tests/unit/solve/workload.h). "learning" compares numbers of threads, and says how much a perfect learner of clauses
// could skip.
//
//   solver_times [--quick]     all of it
//   solver_times --learning    only "learning", which needs no z3 and takes a few seconds
//
// z3 is asked in two ways: one process per trace that is told the problem once (SmtSolver, incremental), and a new process
// for every question (the way of PCR). It gets a limited time for each size, so that fewer questions are asked about long
// traces; "questions" counts those that were.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "smt_process.h"
#include "solve/graph_solver.h"
#include "solve/learning_solver.h"
#include "solve/smt_solver.h"
#include "solve/windowed_solver.h"
#include "workload.h"

namespace heddle::solve {
namespace {

using Clock = std::chrono::steady_clock;
using Microseconds = std::chrono::duration<double, std::micro>;

// The processor time of this thread, which does not depend on what else the machine does. Not for z3, which is another
// process.
struct ProcessorClock {
  using duration = std::chrono::nanoseconds;
  using time_point = std::chrono::time_point<ProcessorClock>;
  using rep = duration::rep;
  using period = duration::period;
  static time_point now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time_point(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
  }
};

struct Plan {
  unsigned traces = 3;
  unsigned questions = 600;          // about each trace
  std::chrono::seconds smtTime{60};  // for each way to ask and each size
  std::chrono::seconds smtLimit{20}; // for one question
};

template <typename Any>
double microsecondsSince(std::chrono::time_point<Any> start) {
  return Microseconds(Any::now() - start).count();
}

// The times of one way to answer questions.
class Times {
public:
  Answer measure(Solver& solver, const Question& question) {
    const Clock::time_point start = Clock::now();
    Answer answer = solver.solve(question);
    times_.push_back(microsecondsSince(start));
    unknown_ += answer.feasibility == Feasibility::Unknown ? 1 : 0;
    return answer;
  }

  std::string json() {
    if (times_.empty())
      return "null";
    std::ranges::sort(times_);
    double sum = 0;
    for (const double time : times_)
      sum += time;
    std::array<char, 256> text{};
    std::snprintf(text.data(),
                  text.size(),
                  R"({"questions": %zu, "unknown": %u, "median_us": %.1f, "mean_us": %.1f, )"
                  R"("p95_us": %.1f, "max_us": %.1f})",
                  times_.size(),
                  unknown_,
                  times_[times_.size() / 2],
                  sum / static_cast<double>(times_.size()),
                  times_[times_.size() * 95 / 100],
                  times_.back());
    return text.data();
  }

private:
  std::vector<double> times_;
  unsigned unknown_ = 0;
};

// Passes questions on, and knows how long the other solver took for all of them.
class Stopwatch final : public Solver {
public:
  explicit Stopwatch(Solver& solver) : solver_(solver) {}
  Answer solve(const Question& question) override {
    const auto start = ProcessorClock::now();
    Answer answer = solver_.solve(question);
    total_ += microsecondsSince(start);
    return answer;
  }
  double total() const { return total_; }

private:
  Solver& solver_;
  double total_ = 0;
};

class FreshProcesses final : public Solver {
public:
  FreshProcesses(const OrderProblem& problem, std::chrono::milliseconds limit)
      : problem_(problem), limit_(limit) {}
  Answer solve(const Question& question) override {
    SmtProcess process;
    return SmtSolver(problem_, process.channel(), limit_).solve(question);
  }

private:
  const OrderProblem& problem_;
  std::chrono::milliseconds limit_;
};

struct Trace {
  OrderProblem problem;
  std::vector<Question> questions;
};

std::vector<Trace> tracesOf(const Workload& workload, const Plan& plan) {
  std::vector<Trace> traces;
  for (unsigned seed = 1; seed <= plan.traces; ++seed) {
    Rng rng(seed, workload.events);
    OrderProblem problem = methodTrace(rng, workload);
    std::vector<Question> questions = randomPatterns(rng, problem, plan.questions);
    traces.push_back({.problem = std::move(problem), .questions = std::move(questions)});
  }
  return traces;
}

using MakeSolver = std::function<std::unique_ptr<Solver>(const OrderProblem&)>;

std::string timesOf(const std::vector<Trace>& traces, const MakeSolver& makeSolver) {
  Times times;
  for (const Trace& trace : traces) {
    const std::unique_ptr<Solver> solver = makeSolver(trace.problem);
    for (const Question& question : trace.questions)
      times.measure(*solver, question);
  }
  return times.json();
}

// Each trace gets the same part of the time.
std::string incrementalTimes(const std::vector<Trace>& traces, const Plan& plan) {
  Times times;
  double telling = 0;
  for (const Trace& trace : traces) {
    SmtProcess process;
    SmtSolver solver(trace.problem, process.channel(), plan.smtLimit);
    const Clock::time_point start = Clock::now();
    solver.solve({.events = {0}});
    telling += microsecondsSince(start);
    for (const Question& question : trace.questions) {
      if (!solver.isAlive() || Clock::now() - start > plan.smtTime / plan.traces)
        break;
      times.measure(solver, question);
    }
  }
  std::array<char, 64> text{};
  std::snprintf(text.data(),
                text.size(),
                R"(, "z3_tell_problem_us": %.0f)",
                telling / static_cast<double>(traces.size()));
  return times.json() + text.data();
}

std::string freshTimes(const std::vector<Trace>& traces, const Plan& plan) {
  Times times;
  for (const Trace& trace : traces) {
    FreshProcesses solver(trace.problem, plan.smtLimit);
    const Clock::time_point start = Clock::now();
    for (const Question& question : trace.questions) {
      if (Clock::now() - start > plan.smtTime / plan.traces)
        break;
      times.measure(solver, question);
    }
  }
  return times.json();
}

std::string learningTimes(const std::vector<Trace>& traces, Learning learning) {
  std::uint64_t skipped = 0, learned = 0, infeasible = 0, asked = 0;
  double total = 0, engineTime = 0;
  for (const Trace& trace : traces) {
    WindowedSolver engine(trace.problem);
    Stopwatch watch(engine);
    LearningSolver solver(trace.problem, watch, learning);
    for (const Question& question : trace.questions) {
      const auto start = ProcessorClock::now();
      infeasible += solver.solve(question).feasibility == Feasibility::Infeasible ? 1 : 0;
      total += microsecondsSince(start);
    }
    skipped += solver.skipped();
    learned += solver.learned();
    asked += trace.questions.size();
    engineTime += watch.total();
  }
  const auto share = [](double part, std::uint64_t of) {
    return of == 0 ? 0.0 : part / static_cast<double>(of);
  };
  std::array<char, 256> text{};
  std::snprintf(text.data(),
                text.size(),
                R"({"infeasible": %llu, "skipped_percent": %.1f, "learned": %llu, )"
                R"("us_learning_per_question": %.1f, "us_per_question": %.1f})",
                static_cast<unsigned long long>(infeasible),
                100 * share(static_cast<double>(skipped), infeasible),
                static_cast<unsigned long long>(learned),
                share(total - engineTime, asked),
                share(total, asked));
  return text.data();
}

// What two questions have in common: the most that a clause can say which follows from both.
Clause commonPartOf(const Clause& one, const Clause& other) {
  Clause common{.edges = {}, .happens = one.happens};
  for (std::size_t thread = 0; thread < common.happens.size(); ++thread)
    common.happens[thread] = std::min(common.happens[thread], other.happens[thread]);
  for (const PlaceEdge& mine : one.edges)
    for (const PlaceEdge& theirs : other.edges) {
      if (mine.from.thread != theirs.from.thread || mine.to.thread != theirs.to.thread)
        continue;
      PlaceEdge edge = mine;
      edge.from.position = std::min(edge.from.position, theirs.from.position);
      edge.to.position = std::max(edge.to.position, theirs.to.position);
      common.edges.push_back(edge);
    }
  return common;
}

// Infeasible questions no two of which follow the same clause that the rules can refute: a learner that keeps one clause
// per answer has to ask each of them. Greedy, so that there may be a larger set.
std::size_t countUnrelated(const OrderProblem& problem, const std::vector<Clause>& infeasible) {
  GraphSolver prober(problem);
  std::vector<const Clause*> unrelated;
  for (const Clause& question : infeasible) {
    const auto isRelated = [&](const Clause* other) {
      return prober.refutes(commonPartOf(question, *other), {.begin = 0, .end = problem.size()});
    };
    if (std::ranges::none_of(unrelated, isRelated))
      unrelated.push_back(&question);
  }
  return unrelated.size();
}

// The share of infeasible questions that no learner with one clause per answer can exceed.
double mostSkippedPercent(const std::vector<Trace>& traces) {
  std::size_t questions = 0, unrelated = 0;
  for (const Trace& trace : traces) {
    GraphSolver engine(trace.problem);
    const LearningSolver learning(trace.problem, engine, Learning::None);
    std::vector<Clause> infeasible;
    for (const Question& question : trace.questions)
      if (engine.solve(question).feasibility == Feasibility::Infeasible)
        infeasible.push_back(learning.clauseOf(question));
    questions += infeasible.size();
    unrelated += countUnrelated(trace.problem, infeasible);
  }
  return questions == 0
             ? 0.0
             : 100.0 - 100.0 * static_cast<double>(unrelated) / static_cast<double>(questions);
}

void printLearning(Thread threads, const Plan& plan, bool isFirst) {
  const Workload workload{.threads = threads};
  const std::vector<Trace> traces = tracesOf(workload, plan);
  std::printf(
      "%s  {\"events\": %u, \"threads\": %u, \"one_clause_per_answer_at_most_percent\": %.1f,\n"
      "   \"none\": %s,\n   \"core\": %s,\n   \"clauses\": %s}",
      isFirst ? "" : ",\n",
      workload.events,
      threads,
      mostSkippedPercent(traces),
      learningTimes(traces, Learning::None).c_str(),
      learningTimes(traces, Learning::Core).c_str(),
      learningTimes(traces, Learning::Clauses).c_str());
  std::fflush(stdout);
}

void printRow(const char* name, const Workload& workload, const Plan& plan, bool isFirst) {
  const std::vector<Trace> traces = tracesOf(workload, plan);
  std::printf("%s  {\"events\": %u, \"threads\": %u, \"workload\": \"%s\",\n",
              isFirst ? "" : ",\n",
              workload.events,
              workload.threads,
              name);
  const auto print = [](const char* key, const std::string& json) {
    std::printf("   \"%s\": %s,\n", key, json.c_str());
    std::fflush(stdout);
  };
  print("graph", timesOf(traces, [](const OrderProblem& problem) {
          return std::make_unique<GraphSolver>(problem);
        }));
  print("windowed", timesOf(traces, [](const OrderProblem& problem) {
          return std::make_unique<WindowedSolver>(problem);
        }));
  print("z3_incremental", incrementalTimes(traces, plan));
  print("z3_fresh", freshTimes(traces, plan));
  print("none", learningTimes(traces, Learning::None));
  print("core", learningTimes(traces, Learning::Core));
  std::printf("   \"clauses\": %s}", learningTimes(traces, Learning::Clauses).c_str());
  std::fflush(stdout);
}

void printTimes(const Plan& plan, bool isQuick) {
  std::printf("\"solver_times\": [\n");
  for (const unsigned events : {50U, 200U, 1000U, 5000U}) {
    if (isQuick && events > 200)
      break;
    const unsigned locations = events <= 50 ? 5 : events <= 200 ? 10 : 20;
    printRow("methods", {.events = events, .locations = locations}, plan, events == 50);
    printRow("two values", hardWorkload(4, events), plan, false);
    printRow("two values", hardWorkload(16, events), plan, false);
  }
  std::printf("\n], ");
}

int run(const std::string& option) {
  Plan plan;
  const bool isQuick = option == "--quick";
  if (isQuick)
    plan = {.traces = 1, .questions = 30, .smtTime = std::chrono::seconds(2)};
  std::printf("{");
  if (option != "--learning")
    printTimes(plan, isQuick);
  std::printf("\"learning\": [\n");
  for (const Thread threads : {2U, 4U, 8U, 16U})
    printLearning(threads, plan, threads == 2);
  std::printf("\n]}\n");
  return 0;
}

} // namespace
} // namespace heddle::solve

int main(int argumentCount, char** arguments) {
  return heddle::solve::run(argumentCount > 1 ? arguments[1] : "");
}
