// SPDX-License-Identifier: Apache-2.0
#include "campaign/campaign.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fmt/core.h>
#include <iterator>
#include <thread>

#include "model/diagnostics.h"
#include "runtime/abi/exit_status.h"
#include "support/check.h"
#include "support/files.h"
#include "support/interrupt.h"
#include "support/quantities.h"

namespace heddle::campaign {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// A deterministic program that started no thread in its first executions never will.
constexpr std::uint64_t kEnoughToSeeThreads = 3;

std::string harnessLog(const HarnessProcess& harness) {
  const std::string log = harness.log();
  return log.empty() ? "" : "it said: " + log;
}

std::string lastWords(const std::string& log) {
  const std::size_t prefix = log.rfind(abi::kLastWords);
  return prefix == std::string::npos ? log : log.substr(prefix + std::strlen(abi::kLastWords));
}

// One share of the work: a harness, and what its dead predecessors did.
struct Job {
  Job(HarnessProcess first, unsigned index) : harness(std::move(first)), number(index) {}

  HarnessProcess harness;
  unsigned number;
  unsigned restarts = 0;
  bool done = false;
  std::vector<model::FindingRecord> earlierRecords;
  std::vector<model::CoverageRecord> earlierCoverage;
  double earlierSeconds = 0;
  std::uint64_t earlierExecutions = 0;
  std::uint64_t lastBeat = 0;
  Clock::time_point lastChange = Clock::now();
};

// For a program without threads, one execution is enough. A few more ran before this was noticed, and their number
// depends on timing.
void countOneExecution(model::RunStats& stats) {
  const std::uint64_t executions = std::max<std::uint64_t>(1, stats.executions);
  stats.events /= executions;
  stats.points /= executions;
  stats.switches /= executions;
  stats.executions = 1;
}

double exploreSeconds(const HarnessProcess& harness) {
  return static_cast<double>(harness.status().exploreNanoseconds.load()) * 1e-9;
}

class Campaign {
public:
  Campaign(const HarnessLaunch& launch,
           const model::HarnessRequest& request,
           Progress& progress,
           const CampaignLimits& limits)
      : launch_(launch), request_(request), progress_(progress), limits_(limits) {}

  Result<CampaignOutcome> run();

private:
  bool isCheck() const { return model::generatesTests(request_.mode); }
  // Steps of a check are tests and searches for call sequences.
  std::string stepText(std::uint64_t step) const {
    return fmt::format("{} {}", isCheck() ? "step" : "execution", step + 1);
  }
  model::HarnessRequest requestOf(unsigned job) const;
  Result<void> startJobs();
  void watch(Job& job);
  void onEnd(Job& job, const ExitStatus& status);
  void onFailed(Job& job);
  void onDeath(Job& job, const ExitStatus& status);
  bool diedOfUnsupported(const Job& job, const ExitStatus& status);
  void countIn(Job& job);
  void takeUnsupported(const HarnessProcess& harness);
  bool mayRestart(const Job& job) const;
  void shareLowestFinding();
  void stopWhenDue();
  void requestStop();
  void showProgress();
  void showCheckProgress(std::uint64_t executions, std::uint64_t findings, bool minimising);
  void summarise();
  std::vector<model::CoverageRecord> allCoverage();
  void countProgram();
  double elapsed() const { return Seconds(Clock::now() - started_).count(); }

  const HarnessLaunch& launch_;
  const model::HarnessRequest& request_;
  Progress& progress_;
  const CampaignLimits& limits_;
  Clock::time_point started_ = Clock::now();
  std::vector<Job> jobs_;
  bool stopping_ = false;
  Clock::time_point stoppingSince_;
  CampaignOutcome outcome_;
  bool leftSomethingOut_ = false; // an exhaustive strategy, in some job
};

// Explorations of one program share its executions; checks of a class differ in their seeds.
model::HarnessRequest Campaign::requestOf(unsigned job) const {
  HEDDLE_CHECK(job < request_.jobs) << "job " << job << " of " << request_.jobs;
  constexpr std::uint64_t kFarApart = 0x9e3779b97f4a7c15; // odd: no two jobs get the same seed
  model::HarnessRequest request = request_;
  request.job = job;
  if (model::generatesTests(request.mode))
    request.seed += kFarApart * job;
  return request;
}

Result<void> Campaign::startJobs() {
  for (unsigned number = 0; number < request_.jobs; ++number) {
    const model::HarnessRequest request = requestOf(number);
    auto harness = HarnessProcess::start(launch_, request, fmt::format("job{}", number));
    if (!harness)
      return harness.error();
    jobs_.emplace_back(std::move(*harness), number);
  }
  return {};
}

Result<CampaignOutcome> Campaign::run() {
  HEDDLE_CHECK(request_.jobs > 0) << "a campaign without jobs";
  if (Result<void> started = startJobs(); !started)
    return started.error();
  // Short explorations end in milliseconds, so the first checks are frequent.
  auto nap = std::chrono::microseconds(500);
  const auto allDone = [this] {
    return std::ranges::all_of(jobs_, [](const Job& job) { return job.done; });
  };
  while (!allDone()) {
    for (Job& job : jobs_)
      if (!job.done)
        watch(job);
    shareLowestFinding();
    stopWhenDue();
    showProgress();
    if (allDone())
      break;
    std::this_thread::sleep_for(nap);
    nap = std::min(nap * 2, std::chrono::microseconds(20'000));
  }
  summarise();
  return std::move(outcome_);
}

void Campaign::watch(Job& job) {
  if (const auto& status = job.harness.process().poll()) {
    onEnd(job, *status);
    return;
  }
  const model::HarnessStatus& live = job.harness.status();
  std::uint64_t beat = live.nextExecution + live.state;
  model::forEachCounter(live.counters, [&](auto, const auto& counter) { beat += counter; });
  if (beat != job.lastBeat) {
    job.lastBeat = beat;
    job.lastChange = Clock::now();
    return;
  }
  const bool minimising = job.harness.state() == model::HarnessState::Minimising;
  const Seconds limit = minimising ? limits_.stuckMinimisingAfter : limits_.stuckAfter;
  if (Clock::now() - job.lastChange > limit) {
    outcome_.diagnostics.push_back(model::makeDiagnostic(
        model::Severity::Warning,
        "harness",
        fmt::format("{} made no progress for {:.0f} s and was killed",
                    stepText(live.nextExecution),
                    limit.count()),
        "it may wait in a system call that heddle does not model; see docs/limits.md"));
    job.lastChange = Clock::now();
    job.harness.process().kill(SIGKILL);
  }
}

void Campaign::onEnd(Job& job, const ExitStatus& status) {
  HEDDLE_CHECK(!job.done) << "job " << job.number << " ends twice";
  outcome_.stats.peakRssMb =
      std::max(outcome_.stats.peakRssMb, static_cast<double>(status.peakRssKilobytes) / 1024);
  countIn(job);
  job.done = true;
  if (job.harness.state() == model::HarnessState::Failed)
    onFailed(job);
  else if (job.harness.state() != model::HarnessState::Finished || !status.succeeded())
    onDeath(job, status);
}

// The harness could not continue and said why.
void Campaign::onFailed(Job& job) {
  const std::string message = job.harness.message();
  const model::HarnessStatus& status = job.harness.status();
  if (status.unsupported != 0)
    return; // countIn has it
  outcome_.gaveUp = true;
  outcome_.diagnostics.push_back(
      model::makeDiagnostic(model::Severity::Error, "harness", message, harnessLog(job.harness)));
}

bool Campaign::mayRestart(const Job& job) const {
  if (stopping_ || job.restarts >= limits_.restarts)
    return false;
  if (request_.keepGoing || request_.allCauses)
    return true;
  // It died while it minimised the schedule of a finding that ends the exploration anyway.
  return std::ranges::none_of(job.earlierRecords, [](const auto& record) {
    return record.kind != model::FindingKind::DataRace;
  });
}

// The harness could not write into its status what is not supported. False: it died for another reason.
bool Campaign::diedOfUnsupported(const Job& job, const ExitStatus& status) {
  std::string what;
  if (status.signal ==
      SIGSYS) // the filter of system calls stopped one while the signal was blocked
    what =
        "the program blocks the signal SIGSYS and makes a system call that heddle does not allow";
  else if (status.code == abi::kRefusedBeforeMain)
    what = lastWords(job.harness.log()) + ", in the constructor of a library";
  if (outcome_.unsupported.empty())
    outcome_.unsupported = what;
  return !what.empty();
}

void Campaign::onDeath(Job& job, const ExitStatus& status) {
  if (stopping_ || diedOfUnsupported(job, status))
    return;
  const model::HarnessStatus& live = job.harness.status();
  if (live.version == 0) {
    outcome_.gaveUp = true;
    outcome_.diagnostics.push_back(model::makeDiagnostic(
        model::Severity::Error,
        "harness",
        fmt::format("the program {} before its first execution", describe(status)),
        harnessLog(job.harness)));
    return;
  }
  ++outcome_.stats.restarts;
  const std::uint64_t culprit = live.nextExecution;
  const bool restart = mayRestart(job);
  outcome_.diagnostics.push_back(
      model::makeDiagnostic(model::Severity::Warning,
                            "harness",
                            fmt::format("{}: the process {}{}",
                                        stepText(culprit),
                                        describe(status),
                                        restart ? "; exploring continued with the next one" : ""),
                            harnessLog(job.harness)));
  if (!restart) {
    outcome_.gaveUp |= job.restarts >= limits_.restarts;
    return;
  }
  model::HarnessRequest request = requestOf(job.number);
  request.resume = {
      .firstExecution = culprit + 1, .phase = live.phase, .phaseStart = live.phaseStart};
  if (request.seconds > 0)
    request.seconds = std::max(0.001, request.seconds - elapsed());
  const std::string name = fmt::format("job{}-{}", job.number, job.restarts + 1);
  auto harness = HarnessProcess::start(launch_, request, name);
  if (!harness) {
    outcome_.gaveUp = true;
    outcome_.diagnostics.push_back(
        model::makeDiagnostic(model::Severity::Error, "harness", harness.error().message));
    return;
  }
  job.harness = std::move(*harness);
  ++job.restarts;
  HEDDLE_CHECK(job.restarts <= limits_.restarts)
      << "job " << job.number << " was restarted " << job.restarts << " times";
  job.done = false;
  job.lastChange = Clock::now();
}

// Records what the harness found outside the model; a check may have continued without it.
void Campaign::takeUnsupported(const HarnessProcess& harness) {
  const model::HarnessStatus& status = harness.status();
  if (status.unsupported == 0 || !outcome_.unsupported.empty())
    return;
  outcome_.unsupported = harness.message();
  // Return addresses may belong to the next line; one byte before is inside the call.
  for (const std::uint64_t pc : status.stack)
    if (pc != 0)
      outcome_.unsupportedStack.push_back({pc - 1, "", pc - 1});
}

// Adds what an ended harness did to the totals.
void Campaign::countIn(Job& job) {
  const model::HarnessStatus& status = job.harness.status();
  model::RunStats& stats = outcome_.stats;
  model::addTo(stats, status.counters);
  job.earlierSeconds += exploreSeconds(job.harness);
  stats.threads = std::max<std::uint64_t>(stats.threads, status.threads);
  stats.generateSeconds += static_cast<double>(status.generateNanoseconds.load()) * 1e-9;
  if (isCheck())
    if (Result<std::string> summary = readFile(model::answerPath(job.harness.request())))
      outcome_.summaries.push_back(std::move(*summary));
  takeUnsupported(job.harness);
  leftSomethingOut_ |= status.incomplete != 0;
  outcome_.exitedEarly |= status.exitedEarly != 0;
  // Times in records count from the start of their own harness.
  const double offset = job.earlierSeconds - exploreSeconds(job.harness);
  for (model::FindingRecord& record : job.harness.records()) {
    record.seconds += offset;
    job.earlierRecords.push_back(std::move(record));
  }
  for (model::CoverageRecord& record : job.harness.coverage()) {
    record.seconds += offset;
    // Executions of a program have numbers that all processes share.
    record.execution += isCheck() ? job.earlierExecutions : 0;
    job.earlierCoverage.push_back(std::move(record));
  }
  job.earlierExecutions += status.counters.executions;
}

// Every job continues until it has passed the lowest execution that failed in any job.
void Campaign::shareLowestFinding() {
  if (request_.jobs == 1 || request_.keepGoing || request_.allCauses)
    return;
  std::uint64_t lowest = 0;
  for (const Job& job : jobs_) {
    const std::uint64_t own = job.harness.status().lowestFinding;
    if (own != 0 && (lowest == 0 || own < lowest))
      lowest = own;
  }
  if (lowest == 0)
    return;
  for (Job& job : jobs_)
    job.harness.status().lowestFinding = lowest;
}

void Campaign::requestStop() {
  if (!stopping_)
    stoppingSince_ = Clock::now();
  stopping_ = true;
  for (Job& job : jobs_)
    job.harness.status().stopRequested = 1;
}

void Campaign::stopWhenDue() {
  if (interrupted() && !stopping_) {
    outcome_.interrupted = true;
    requestStop();
  }
  const Job& first = jobs_.front();
  const model::HarnessStatus& status = first.harness.status();
  if (!stopping_ && !isCheck() && !first.done &&
      status.counters.executions >= kEnoughToSeeThreads && status.threads <= 1 &&
      status.findings == 0) {
    requestStop();
  }
  if (!stopping_ && request_.seconds > 0 &&
      elapsed() > request_.seconds + limits_.overtime.count()) {
    outcome_.timeRanOut = true;
    requestStop();
  }
  const Seconds grace = outcome_.timeRanOut ? limits_.overtimeGrace : limits_.stopGrace;
  if (stopping_ && Clock::now() - stoppingSince_ > grace)
    for (Job& job : jobs_)
      job.harness.process().kill(SIGKILL);
}

void Campaign::showProgress() {
  std::uint64_t executions = outcome_.stats.executions;
  std::uint64_t findings = 0;
  bool minimising = false;
  for (const Job& job : jobs_) {
    executions += job.done ? 0 : job.harness.status().counters.executions.load();
    findings += job.harness.status().findings;
    minimising |= !job.done && job.harness.state() == model::HarnessState::Minimising;
  }
  if (isCheck()) {
    showCheckProgress(executions, findings, minimising);
    return;
  }
  const double seconds = elapsed();
  const double rate = seconds > 0 ? static_cast<double>(executions) / seconds : 0;
  std::string line = fmt::format("{:<10}{}, seed {}   {} executions   {:.1f} s   {}/s",
                                 minimising ? "shorten" : "explore",
                                 model::toText(request_.strategy),
                                 request_.seed,
                                 withThousands(executions),
                                 seconds,
                                 withThousands(static_cast<std::uint64_t>(rate)));
  if (findings != 0)
    line += "   bug found";
  progress_.show(line);
}

void Campaign::showCheckProgress(std::uint64_t executions,
                                 std::uint64_t findings,
                                 bool minimising) {
  std::uint64_t tests = outcome_.stats.tests;
  for (const Job& job : jobs_)
    tests += job.done ? 0 : job.harness.status().counters.tests.load();
  progress_.show(fmt::format("{:<10}{} tests, {} executions, {} finding{}   {:.1f} s",
                             minimising                                   ? "shorten"
                             : request_.mode == model::HarnessMode::Check ? "check"
                                                                          : "reproduce",
                             withThousands(tests),
                             withThousands(executions),
                             findings,
                             findings == 1 ? "" : "s",
                             elapsed()));
}

void Campaign::summarise() {
  HEDDLE_CHECK(jobs_.size() == request_.jobs)
      << jobs_.size() << " of " << request_.jobs << " jobs are summed up";
  progress_.clear();
  model::RunStats& stats = outcome_.stats;
  std::vector<std::vector<model::FindingRecord>> records;
  outcome_.exhausted = true;
  for (const Job& job : jobs_) {
    records.push_back(job.earlierRecords);
    stats.seconds = std::max(stats.seconds, job.earlierSeconds);
    const model::HarnessStatus& status = job.harness.status();
    outcome_.exhausted &= status.exhausted != 0;
    outcome_.bounds.narrow({.preemptions = status.preemptionBound, .delays = status.delayBound});
  }
  if (!isCheck())
    countProgram();
  outcome_.candidates = mergeRecords(records, request_);
  if (stats.observedExecutions > 0)
    outcome_.coverage = mergeCoverage(allCoverage(), lastCountedExecution(records, request_));
  stats.strategy = model::toText(request_.strategy);
  stats.seed = request_.seed;
  stats.jobs = request_.jobs;
  outcome_.noThreads =
      !isCheck() && stats.threads <= 1 && stats.executions > 0 && outcome_.candidates.empty();
  const bool enough = request_.executions != 0 && stats.executions >= request_.executions;
  const bool outOfTime = request_.seconds > 0 && stats.seconds >= request_.seconds * 0.99;
  outcome_.timeRanOut |= outOfTime && !enough && !outcome_.exhausted;
  if (outcome_.noThreads)
    countOneExecution(stats);
  if (request_.jobs > 1 && !request_.keepGoing && !isCheck() && !outcome_.candidates.empty())
    stats.executions = std::min(stats.executions, lastCountedExecution(records, request_) + 1);
  stats.observedExecutions = std::min(stats.observedExecutions, stats.executions);
}

std::vector<model::CoverageRecord> Campaign::allCoverage() {
  std::vector<model::CoverageRecord> records;
  for (Job& job : jobs_)
    std::ranges::move(job.earlierCoverage, std::back_inserter(records));
  return records;
}

// Jobs share one program, so they do not count it themselves.
void Campaign::countProgram() {
  model::RunStats& stats = outcome_.stats;
  stats.tests = 1;
  stats.testsExhausted = outcome_.exhausted ? 1 : 0;
  stats.testsWithOmissions = leftSomethingOut_ ? 1 : 0;
}

} // namespace

Result<CampaignOutcome> runCampaign(const HarnessLaunch& launch,
                                    const model::HarnessRequest& request,
                                    Progress& progress,
                                    const CampaignLimits& limits) {
  return Campaign(launch, request, progress, limits).run();
}

} // namespace heddle::campaign
