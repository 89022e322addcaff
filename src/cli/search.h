// SPDX-License-Identifier: Apache-2.0
// What explore and check do once there is a harness: search, confirm, store, judge.
#pragma once

#include <string>
#include <vector>

#include "build/build_driver.h"
#include "build/class_build.h"
#include "build/toolchain.h"
#include "campaign/campaign.h"
#include "campaign/confirm.h"
#include "campaign/progress.h"
#include "campaign/symbolizer.h"
#include "cli/exit_code.h"
#include "cli/flags.h"
#include "explain/explain.h"
#include "model/run_result.h"
#include "report/report.h"

namespace heddle::cli {

struct Explored {
  model::RunResult result;
  ExitCode code = ExitCode::Environment;
  std::string compilerOutput; // of a program that does not compile, unchanged
  bool complete = false; // false: the last diagnostic of `result` says what prevented an answer
};

// Adds to a confirmed finding what only its command knows.
class FindingAuthor {
public:
  virtual ~FindingAuthor() = default;
  // Before the finding is built: what the calls of its test are called. Other findings may come before it is completed.
  virtual std::vector<explain::CallName> nameCalls(const campaign::HarnessLaunch& launch,
                                                   const model::FindingRecord& record) = 0;
  // Before it is stored; it has its id.
  virtual void complete(model::Finding& finding, const model::Trace& trace) = 0;
};

class Search {
public:
  // All of these outlive the search. `author` may be null.
  Search(const build::Toolchain& toolchain,
         const SearchOptions& options,
         campaign::Progress& progress,
         FindingAuthor* author)
      : toolchain_(toolchain), options_(options), progress_(progress), author_(author) {}

  // Adds to `answer` what was found and how completely; the verdict is the command's to conclude. `program` has been
  // built. Returns what the campaign said about itself, an Error when there was none.
  Result<campaign::CampaignOutcome> run(const model::Program& program, Explored& answer);

private:
  model::SourcePlace usersPlace(const std::vector<model::Frame>& stack) const;
  void explain(const campaign::CampaignOutcome& outcome);
  void confirmAll(const campaign::HarnessLaunch& launch, const campaign::CampaignOutcome& outcome);
  model::Finding describe(const campaign::HarnessLaunch& launch,
                          const campaign::Confirmed& confirmed,
                          campaign::LlvmSymbolizer& symbolizer);
  void reportUnconfirmed(const campaign::Candidate& candidate, const campaign::Replays& replays);
  void reportNotReplayed(std::size_t failures);
  void store(model::Finding finding, const model::Trace& trace);
  // Compares the findings with the known ones, and writes those that are to be known from now on.
  void keepBaselines();
  void sortFindings();
  void noteFirst(const model::FindingRecord& record);

  const build::Toolchain& toolchain_;
  const SearchOptions& options_;
  campaign::Progress& progress_;
  FindingAuthor* author_;
  const model::Program* program_ = nullptr;
  model::RunResult* result_ = nullptr;
  campaign::Deadline deadline_ = campaign::Deadline::max(); // for replays
  std::uint64_t firstStep_ = 0; // of the finding that result_->stats.firstFinding is about
};

// Records what prevented an answer. Always false.
bool failWith(Explored& answer, ExitCode code, model::Diagnostic diagnostic);

// Takes over what a build said. False: it did not succeed, and the answer says so.
bool takeBuild(Explored& answer, model::Program& program, build::BuildOutcome& build);
// The same for the harness of a class. `progress` shows the steps.
bool buildClassFor(Explored& answer,
                   model::Program& program,
                   const build::Toolchain& toolchain,
                   const std::string& out,
                   campaign::Progress& progress,
                   build::ClassBuild& built);

// Whether the tools are there and the output directory can be made; if not, the answer says so.
bool isMachineReady(Explored& answer, const Result<void>& tools, const std::string& out);

// Prints what a search returned and passes its code on.
ExitCode printExplored(const Explored& explored, const OutputOptions& options);

} // namespace heddle::cli
