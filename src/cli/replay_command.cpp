// SPDX-License-Identifier: Apache-2.0
// heddle replay: one recorded schedule again, in fresh processes or under gdb.
#include "cli/replay_command.h"

#include <chrono>
#include <filesystem>
#include <fmt/core.h>

#include "build/build_driver.h"
#include "build/class_build.h"
#include "campaign/confirm.h"
#include "campaign/debugger.h"
#include "campaign/engine_flags.h"
#include "campaign/finding_store.h"
#include "campaign/progress.h"
#include "campaign/symbolizer.h"
#include "cli/printing.h"
#include "cli/test_author.h"
#include "cli/verdict.h"
#include "explain/explain.h"
#include "model/diagnostics.h"
#include "report/report.h"
#include "support/files.h"
#include "support/interrupt.h"
#include "support/temporary_directory.h"

namespace heddle::cli {

namespace fs = std::filesystem;

namespace {

using model::Severity;

class Replay {
public:
  explicit Replay(const ReplayOptions& options)
      : options_(options), toolchain_(build::locateToolchain()),
        progress_(options.output.quiet || options.output.json()) {
    result_.command = "replay";
    result_.outDirectory = options.output.out;
  }

  ExitCode run();

private:
  // Each step returns false when it has set `failure_` and `code_`.
  bool load();
  bool prepareBinary();
  bool rebuild();
  Result<build::BuildOutcome> build();
  ExitCode runInDebugger(const campaign::HarnessLaunch& launch);
  ExitCode runReplays(const campaign::HarnessLaunch& launch);
  void addFinding(const campaign::HarnessLaunch& launch, const campaign::Replays& replays);
  void describeReplays(const campaign::Replays& replays);
  void retell(const campaign::HarnessLaunch& launch, const model::Trace& trace);

  bool fail(ExitCode code, std::string kind, std::string message, std::string hint = "") {
    failure_ = model::makeDiagnostic(
        Severity::Error, std::move(kind), std::move(message), std::move(hint));
    code_ = code;
    return false;
  }

  const ReplayOptions& options_;
  build::Toolchain toolchain_;
  campaign::Progress progress_;
  model::RunResult result_;
  model::Finding finding_;
  model::HarnessRequest request_;
  build::ClassBuild class_; // of a rebuilt class harness
  bool rebuilt_ = false;
  bool changed_ = false; // rebuilt from other sources
  model::Diagnostic failure_;
  ExitCode code_ = ExitCode::Environment;
};

ExitCode Replay::run() {
  if (!load() || !prepareBinary()) {
    progress_.clear();
    return printFailure("replay", failure_, options_.output, code_);
  }
  const Result<TemporaryDirectory> scratch = TemporaryDirectory::create("heddle-");
  if (!scratch) {
    fail(ExitCode::Environment, "environment", scratch.error().message);
    return printFailure("replay", failure_, options_.output, code_);
  }
  const campaign::HarnessLaunch launch{.binary = finding_.program.binary,
                                       .arguments = finding_.program.arguments,
                                       .workingDirectory = finding_.program.workingDirectory,
                                       .scratch = scratch->path()};
  return options_.gdb ? runInDebugger(launch) : runReplays(launch);
}

// FINDING is a file, or an id such as 0001 in the output directory.
bool Replay::load() {
  const fs::path out = options_.output.out;
  fs::path file = options_.finding;
  if (file.empty())
    file = campaign::newestFinding(out);
  if (file.empty())
    return fail(ExitCode::Usage,
                "usage",
                fmt::format("no finding in {}", out.string()),
                "run `heddle check` or `heddle explore` first, or name a .heddle file");
  if (!fs::exists(file) && fs::exists(out / (file.string() + ".heddle")))
    file = out / (file.string() + ".heddle");
  if (!fs::exists(file))
    return fail(ExitCode::Usage, "usage", fmt::format("no such file: {}", file.string()));
  Result<model::Finding> finding = campaign::loadFinding(file);
  if (!finding)
    return fail(ExitCode::Usage, "usage", finding.error().message);
  finding_ = std::move(*finding);
  Result<model::HarnessRequest> request = campaign::requestFromEngineFlags(finding_.engineFlags);
  if (!request)
    return fail(ExitCode::Usage, "usage", request.error().message);
  request_ = std::move(*request);
  result_.target = file.string();
  result_.outDirectory = file.parent_path().empty() ? "." : file.parent_path().string();
  return true;
}

bool Replay::prepareBinary() {
  if (!fileExists(finding_.program.binary))
    return rebuild();
  const Result<std::string> now = build::currentFingerprint(finding_.program.binary);
  if (now && *now != finding_.program.fingerprint)
    result_.diagnostics.push_back(model::makeDiagnostic(
        Severity::Warning,
        "changed",
        "the sources have changed since; this replays the program as it was then",
        "search again to see whether the bug is gone"));
  return true;
}

Result<build::BuildOutcome> Replay::build() {
  const fs::path out = fs::path(finding_.program.binary).parent_path().parent_path();
  if (finding_.program.className.empty())
    return buildProgram(
        toolchain_, finding_.program, out, [this](std::size_t done, std::size_t total) {
          progress_.show(fmt::format("{:<10}{} of {} sources", "compile", done, total));
        });
  Result<build::ClassBuild> built =
      build::buildClass(toolchain_, finding_.program, out, [this](build::ClassStep) {
        progress_.show(fmt::format("{:<10}{}", "compile", finding_.program.className));
      });
  if (!built)
    return built.error();
  class_ = std::move(*built);
  return class_.build;
}

bool Replay::rebuild() {
  const bool isClass = !finding_.program.className.empty();
  const Result<void> ready =
      isClass ? build::checkClassTools(toolchain_) : build::checkToolchain(toolchain_);
  if (!ready)
    return fail(ExitCode::Environment, "environment", ready.error().message);
  Result<build::BuildOutcome> built = build();
  progress_.clear();
  if (!built)
    return fail(ExitCode::Environment, "environment", built.error().message);
  if (!built->succeeded) {
    printToStderr(built->compilerOutput);
    const model::Diagnostic& why = built->diagnostics.back();
    return fail(built->unsupported ? ExitCode::Environment : ExitCode::Usage,
                why.code,
                why.message,
                why.hint);
  }
  changed_ = built->fingerprint != finding_.program.fingerprint;
  if (changed_)
    result_.diagnostics.push_back(model::makeDiagnostic(
        Severity::Warning,
        "changed",
        "the sources have changed since: the recorded schedule may not fit them",
        "search again to see whether the bug is gone"));
  finding_.program.binary = built->harness.string();
  rebuilt_ = true;
  return true;
}

ExitCode Replay::runInDebugger(const campaign::HarnessLaunch& launch) {
  if (toolchain_.gdb.empty()) {
    fail(ExitCode::Environment, "environment", "gdb was not found", "install the package gdb");
    return printFailure("replay", failure_, options_.output, code_);
  }
  for (const model::Diagnostic& diagnostic : result_.diagnostics)
    printDiagnostic(diagnostic);
  model::HarnessRequest request = request_;
  campaign::askForReplay(request,
                         {.kind = finding_.kind,
                          .signature = finding_.signature,
                          .schedule = finding_.schedule,
                          .test = finding_.test});
  const Result<ExitStatus> done =
      campaign::debugReplay(toolchain_.gdb,
                            launch,
                            request,
                            finding_.kind == model::FindingKind::DataRace,
                            options_.gdbArguments);
  if (done)
    return done->succeeded() ? ExitCode::NothingFound : ExitCode::Environment;
  fail(ExitCode::Environment, "environment", done.error().message);
  return printFailure("replay", failure_, options_.output, code_);
}

// What the file says fits the old sources; the trace is of the new ones.
void Replay::retell(const campaign::HarnessLaunch& launch, const model::Trace& trace) {
  model::FindingRecord record;
  record.test = finding_.test;
  record.sequencePair = finding_.sequencePair;
  record.explanation = finding_.explanation;
  record.kind = finding_.kind;
  record.severityReason = finding_.severityReason;
  record.signature = finding_.signature;
  record.position = finding_.position;
  record.seconds = finding_.seconds;
  record.message = trace.message;
  record.schedule = finding_.schedule;
  record.originalSteps = finding_.originalEvents;
  record.originalPreemptions = finding_.originalPreemptions;
  record.seen = finding_.seen;
  campaign::LlvmSymbolizer symbolizer(toolchain_.symbolizer, finding_.program.binary);
  explain::BuildOptions how{.workingDirectory = finding_.program.workingDirectory, .calls = {}};
  if (!record.test.empty())
    how.calls =
        TestAuthor(class_, result_.outDirectory, result_.diagnostics).nameCalls(launch, record);
  model::Finding told = explain::buildFinding(trace, record, symbolizer, how);
  told.testLines = std::move(finding_.testLines);
  told.testFile = std::move(finding_.testFile);
  told.testCommand = std::move(finding_.testCommand);
  told.id = finding_.id;
  told.seed = finding_.seed;
  told.program = std::move(finding_.program);
  told.engineFlags = std::move(finding_.engineFlags);
  finding_ = std::move(told);
}

void Replay::describeReplays(const campaign::Replays& replays) {
  const bool differs = replays.failed > 0 && !rebuilt_ && replays.trace.hash != finding_.traceHash;
  if (differs || !replays.sameTrace)
    result_.diagnostics.push_back(
        model::makeDiagnostic(Severity::Warning,
                              "replay",
                              "it failed the same way, but not by the same steps",
                              "the program may depend on something outside heddle's control"));
  if (replays.failed == replays.times)
    return;
  result_.diagnostics.push_back(
      model::makeDiagnostic(Severity::Warning,
                            "replay",
                            fmt::format("it failed in {} of {} replays{}",
                                        replays.failed,
                                        replays.times,
                                        replays.trouble.empty() ? "" : "; " + replays.trouble)));
}

ExitCode Replay::runReplays(const campaign::HarnessLaunch& launch) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  progress_.show(fmt::format("{:<10}{} times", "replay", options_.times));
  const campaign::Replays replays = campaign::replaySchedule(launch,
                                                             request_,
                                                             {.kind = finding_.kind,
                                                              .signature = finding_.signature,
                                                              .schedule = finding_.schedule,
                                                              .test = finding_.test},
                                                             options_.times);
  progress_.clear();
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  describeReplays(replays);
  model::RunStats& stats = result_.stats;
  stats.replayExecutions = replays.times;
  stats.seconds = stats.totalSeconds = elapsed.count();
  stats.seed = finding_.seed;
  if (replays.failed > 0)
    addFinding(launch, replays);
  return printResult(result_, options_.output, conclude(result_, replays.failed > 0));
}

void Replay::addFinding(const campaign::HarnessLaunch& launch, const campaign::Replays& replays) {
  // A file of an older heddle has no steps.
  if (changed_ || finding_.steps.empty())
    retell(launch, replays.trace);
  finding_.replays = replays.times;
  finding_.replaysFailed = replays.failed;
  result_.findings.push_back(finding_);
}

} // namespace

ExitCode replayCommand(const ReplayOptions& options) {
  rememberInterrupts();
  return Replay(options).run();
}

} // namespace heddle::cli
