// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "explore/strategies/direction.h"
#include "explore/strategies/random_strategy.h"
#include "explore/strategies/registry.h"
#include "explore/strategies/strategy.h"
#include "solve/learning_solver.h"
#include "solve/smt_descriptor.h"
#include "solve/smt_solver.h"
#include "solve/trace_problem.h"
#include "solve/windowed_solver.h"
#include "trace/execution_trace.h"

namespace heddle::explore {

// Something that an execution did not have and another order of its events may have.
struct Aim {
  // Those with a lower rank come first. Aims of the last rank are always followed in turn with random executions.
  static constexpr unsigned kLastRank = 18;

  solve::Question question;
  std::vector<trace::EventIndex> steps = {}; // in the wanted order
  // For the finder:
  std::uint64_t key = 0;      // what it is an instance of
  std::uint64_t instance = 0; // equal for aims that are the same
  bool isLate = false;        // it changes nothing that the program could notice
  bool isAtGoal = true;       // or there is no goal
};

// What an OrderStrategy looks for.
class AimFinder {
public:
  virtual ~AimFinder() = default;

  // Sees the trace of every execution, when it has just ended. Returns whether it had something that none had before.
  virtual bool observe(const trace::ExecutionTrace& trace) = 0;
  virtual std::vector<Aim> aimsOf(const trace::ExecutionTrace& trace,
                                  const solve::OrderProblem& problem) = 0;
  // Further aims of the same execution, when all others have been followed. The first `given[t]` events of thread t are
  // those that the execution was to have.
  virtual std::vector<Aim> lastAimsOf(const solve::OrderProblem& problem,
                                      const std::vector<std::uint32_t>& given) = 0;
  // Its rank now; nothing if no execution needs to aim at it any more.
  virtual std::optional<unsigned> rankOf(const Aim& aim) const = 0;
  // The last execution made its steps in their order.
  virtual void reached(const Aim& /*aim*/) {}
  // The events of an execution cannot happen in this order.
  virtual void refused(const Aim& /*aim*/) {}
  // How many random executions in a row must have nothing new before the search says that everything is covered or
  // infeasible. None: it does not say so. Without a number above 0 there are no random executions.
  virtual std::optional<unsigned> probes() const { return std::nullopt; }
  // False if there were more aims than it could handle.
  virtual bool isComplete() const { return true; }
};

// Takes the trace of an execution, asks an order problem for another order of its events that has what is aimed at,
// executes that order, takes the trace, and so on: the loop that pcr and mcr have in common (PCR, Algorithm 2).
class OrderStrategy final : public Strategy {
public:
  OrderStrategy(const StrategyContext& context, std::unique_ptr<AimFinder> finder);

  bool beginExecution(std::uint64_t index) override;
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice& choice) override { return chooser_->pick(choice); }
  bool wantsTrace() const override { return !isHopeless_; }
  bool prepares() const override { return executions_ == 0; }
  bool watchesAll() const override { return true; }
  Ending endExecution(const Ended& ended) override;

private:
  // Where an access of an execution is, enough to find it in another one.
  struct Step {
    runtime::ThreadId thread;
    const abi::SiteRecord* site;
    std::uint32_t occurrence; // of the site in the thread
  };
  // An execution whose events are put into other orders.
  struct Source {
    // `given`: by thread, how many events the execution was to have. `total`: events of all sources.
    Source(const trace::ExecutionTrace& trace,
           std::vector<std::uint32_t> given,
           std::uint64_t& total);
    ~Source() { total -= sites.size(); }
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    solve::TraceProblem problem;
    Direction direction;
    std::vector<const abi::SiteRecord*> sites; // by event
    std::vector<std::uint32_t> given;
    bool isShared = false;                     // by all jobs; each has a part of the aims
    std::optional<solve::ClauseStore> clauses; // learned when it was asked before
    std::uint64_t& total;
  };
  // Answers questions about one source. Without a channel, the graph engine does; otherwise the process at its end.
  struct Engine {
    Engine(const solve::OrderProblem& problem,
           solve::Learning learning,
           solve::SmtChannel* channel);

    solve::WindowedSolver graph;
    std::unique_ptr<solve::SmtSolver> smt; // null: none
    solve::LearningSolver solver;
  };
  struct Candidate {
    std::shared_ptr<Source> source;
    Aim aim;
  };

  bool learn(const trace::ExecutionTrace& trace, bool isNews);
  bool isOver() const;
  bool hasRoomFor(const trace::ExecutionTrace& trace);
  void add(const std::shared_ptr<Source>& source, std::vector<Aim> aims);
  bool aimNext();
  bool aimUpTo(unsigned lastRank, std::uint64_t questions);
  bool aimAt(unsigned rank, std::uint64_t questions);
  bool addLastAims();
  bool follow(const Candidate& candidate);
  void giveUp();
  void turnTo(const std::shared_ptr<Source>& source);
  solve::Answer solve(const solve::Question& question);
  void replaceSolver();
  solve::Answer ask(const Candidate& candidate);
  std::optional<solve::Edge> interferenceIn(const solve::OrderProblem& problem,
                                            const Aim& aim,
                                            const std::vector<solve::Event>& order) const;
  std::vector<Step> stepsOf(const Candidate& candidate) const;
  void noteAim(const Ended& ended);
  std::size_t stepsMade(const trace::ExecutionTrace& trace) const;
  bool failedAt(std::size_t step, const runtime::Outcome& outcome) const;
  void count(std::atomic<std::uint64_t> model::LiveCounters::* counter) const;
  void run(std::vector<Leg> course);

  StrategyContext context_;
  std::unique_ptr<AimFinder> finder_;
  std::uint64_t sourceEvents_ = 0; // of all executions that candidates refer to
  std::array<std::deque<Candidate>, Aim::kLastRank + 1> candidates_;
  std::size_t candidateCount_ = 0;
  std::deque<std::shared_ptr<Source>> withLastAims_; // sources that still have them
  std::shared_ptr<Source> asked_;                    // the one that `engine_` is about
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<solve::SmtDescriptor> channel_; // to a solver process; null: none
  std::unordered_set<std::uint64_t> signatures_;  // of problems whose aims are known
  std::unordered_set<std::uint64_t> explored_;    // courses
  std::optional<Aim> aim_;                        // of this execution
  std::vector<Step> steps_;                       // of the aim
  std::vector<std::uint32_t> given_;              // by thread: events of the order that it follows
  DirectedStrategy directed_;
  RandomStrategy random_;
  Strategy* chooser_ = nullptr; // of this execution
  std::uint64_t executions_ = 0;
  std::uint64_t counted_ = 0;
  std::uint64_t questions_ = 0;
  unsigned turns_ = 0;      // of aims and random executions
  unsigned missed_ = 0;     // aims in a row that were not reached
  unsigned probes_ = 0;     // random executions in a row that had nothing new
  bool isHopeless_ = false; // executions do not do what the order problem says
  bool leftOut_ = false;    // not everything was asked, or answered
  bool isSkipped_ = false;
};

} // namespace heddle::explore
