// SPDX-License-Identifier: Apache-2.0
// heddle reproduce: crash stack -> class and method -> class harness -> tests that may fail there -> the one that does.
#include "cli/reproduce_command.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <fmt/core.h>
#include <iostream>
#include <iterator>
#include <set>
#include <utility>

#include "build/class_build.h"
#include "build/class_inputs.h"
#include "cli/crash_target.h"
#include "cli/reproduce_author.h"
#include "cli/search.h"
#include "cli/summaries_file.h"
#include "cli/test_author.h"
#include "cli/verdict.h"
#include "crash/crash.h"
#include "crash/source_scopes.h"
#include "model/diagnostics.h"
#include "report/words/message_text.h"
#include "support/files.h"
#include "support/interrupt.h"

namespace heddle::cli {

namespace {

using Clock = std::chrono::steady_clock;
using model::Severity;
using model::StackComparison;

Result<std::string> readStack(const std::string& file) {
  if (file != "-")
    return readFile(file);
  return std::string(std::istreambuf_iterator<char>(std::cin), {});
}

bool isMatch(const model::Finding& finding) {
  return finding.comparison == StackComparison::Exact ||
         finding.comparison == StackComparison::Moved;
}

std::uint64_t sizeOf(const model::Test& test) {
  std::uint64_t calls = test.prefix.size();
  for (const model::Sequence& suffix : test.suffixes)
    calls += suffix.size();
  return calls;
}

// Letters and digits alone, all small.
std::string plain(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// How much of the name of a file is that of the class: all of file_appender.hpp for log4::FileAppender, most of
// file_appender_v2.hpp. 0: it is called something else.
std::size_t lettersNamedAfter(const std::string& file, const std::string& className) {
  const std::string base = file.substr(file.find_last_of('/') + 1);
  const std::string name = plain(className.substr(className.rfind(':') + 1)); // npos + 1 is 0
  return plain(base.substr(0, base.find('.'))).starts_with(name) ? name.size() : 0;
}

// The available files of a report: those that were given, and others in their folders.
std::vector<crash::SourceText> sourcesOf(const model::CrashReport& report,
                                         const std::vector<std::string>& given) {
  std::vector<crash::SourceText> sources;
  const auto add = [&](const std::filesystem::path& file) {
    if (Result<std::string> text = readFile(file))
      sources.push_back({.file = file.string(), .text = std::move(*text)});
  };
  for (const std::string& file : given)
    add(file);
  std::set<std::filesystem::path> names;
  for (const model::ThreadStack& stack : report.stacks)
    for (const model::CrashFrame& frame : stack.frames)
      if (frame.origin == model::FrameOrigin::User)
        names.insert(std::filesystem::path(frame.file).filename());
  for (const std::string& file : given)
    for (const std::filesystem::path& name : names)
      if (!name.empty() && name != std::filesystem::path(file).filename())
        add(std::filesystem::path(file).parent_path() / name);
  return sources;
}

class Reproducing {
public:
  explicit Reproducing(const ReproduceOptions& options)
      : options_(options), program_(options.program), toolchain_(build::locateToolchain()),
        progress_(options.output.quiet || options.output.json()) {
    model::RunResult& result = answer_.result;
    result.command = "reproduce";
    result.outDirectory = options.output.out;
    result.stats.seed = options.request.seed;
    result.stats.tests = 0;
  }

  ExitCode run() {
    const Clock::time_point start = Clock::now();
    if (readReport() && prepare() && build() && aim())
      search();
    progress_.clear();
    const std::chrono::duration<double> total = Clock::now() - start;
    answer_.result.stats.totalSeconds = total.count();
    return printExplored(answer_, options_.output);
  }

private:
  bool fail(ExitCode code, model::Diagnostic diagnostic) {
    return failWith(answer_, code, std::move(diagnostic));
  }
  void note(Severity severity, std::string message, std::string hint = "") {
    answer_.result.diagnostics.push_back(
        model::makeDiagnostic(severity, "stack", std::move(message), std::move(hint)));
  }

  bool readReport();
  bool isAboutTheClass(const model::CrashReport& report) const;
  bool prepare();
  bool inferClass();
  bool build();
  bool aim();
  void search();
  void judge(model::ReproduceAnswer& reproduction);

  ReproduceOptions options_;
  model::Program program_;
  build::Toolchain toolchain_;
  campaign::Progress progress_;
  model::CrashReport report_;
  std::vector<std::string> alternatives_; // other classes on the stack
  build::ClassBuild built_;
  StackTarget target_;
  Explored answer_;
};

bool Reproducing::readReport() {
  if (options_.stack.empty())
    return fail(ExitCode::Usage,
                model::makeError("usage",
                                 "no stack given",
                                 "heddle reproduce STACK FILE; heddle reproduce --help"));
  const Result<std::string> text = readStack(options_.stack);
  if (!text)
    return fail(ExitCode::Usage, model::makeError("usage", text.error().message));
  Result<model::CrashReport> report = crash::parseCrash(
      *text, [&](const model::CrashReport& candidate) { return isAboutTheClass(candidate); });
  if (!report)
    return fail(ExitCode::Usage, model::makeError("usage", report.error().message));
  report_ = std::move(*report);
  for (const std::string& remark : report_.notes)
    note(Severity::Note, remark);
  return true;
}

// Whether it has a frame of the class, which decides between several crashes in one text.
bool Reproducing::isAboutTheClass(const model::CrashReport& report) const {
  if (!program_.className.empty())
    return crash::inferTarget(report, {program_.className}).has_value();
  return !program_.sources.empty() &&
         std::ranges::any_of(crash::candidateClasses(report), [&](const std::string& name) {
           return lettersNamedAfter(program_.sources.front(), name) > 0;
         });
}

bool Reproducing::prepare() {
  if (program_.sources.empty())
    return fail(
        ExitCode::Usage,
        model::makeError("usage",
                         "no header given",
                         "the file with the class comes after the stack: heddle reproduce STACK "
                         "FILE"));
  build::addKnownLibrary(program_);
  crash::qualifyFunctions(report_, sourcesOf(report_, program_.sources));
  if (program_.className.empty() && !inferClass())
    return false;
  if (auto problem = build::checkClassInputs(program_, "reproduce STACK"))
    return fail(ExitCode::Usage, *problem);
  answer_.result.target =
      fmt::format("{} {} --class {}", options_.stack, program_.sources.front(), program_.className);
  return isMachineReady(answer_, build::checkClassTools(toolchain_), options_.output.out);
}

bool Reproducing::inferClass() {
  // If several classes are on a stack, the one that the file is named after.
  std::vector<std::string> wanted;
  std::size_t most = 0;
  for (const std::string& name : crash::candidateClasses(report_))
    if (const std::size_t letters = lettersNamedAfter(program_.sources.front(), name);
        letters > most) {
      most = letters;
      wanted = {name};
    }
  Result<crash::CrashTarget> inferred = crash::inferTarget(report_, wanted);
  if (!inferred)
    return fail(
        ExitCode::Usage,
        model::makeError("usage",
                         inferred.error().message,
                         report_.kind == model::FindingKind::None
                             ? ""
                             : "or name the class with --class: then any failure of this kind "
                               "counts"));
  program_.className = inferred->className + inferred->classArguments;
  alternatives_ = inferred->alternatives;
  return true;
}

bool Reproducing::build() {
  if (buildClassFor(answer_, program_, toolchain_, options_.output.out, progress_, built_))
    return true;
  if (options_.program.className.empty() && !built_.build.succeeded) {
    std::string hint = "name it with --class";
    for (const std::string& name : alternatives_)
      hint += (&name == alternatives_.data() ? ": the stack also has " : ", ") + name;
    note(Severity::Note,
         fmt::format("{} is the class that the stack suggests", program_.className),
         hint);
  }
  return false;
}

// What the stack means for the class.
bool Reproducing::aim() {
  Result<StackTarget> target = targetOf(report_, built_.subject);
  if (!target)
    return fail(ExitCode::Usage, model::makeError("usage", target.error().message));
  target_ = std::move(*target);
  for (const std::string& text : target_.notes)
    note(Severity::Note, text);
  const auto& operations = target_.wanted.threads.front().operations;
  const auto cannotBeCalled = [&](std::uint16_t index) {
    return !built_.subject.operations[index].unsupported.empty();
  };
  if (!operations.empty() && std::ranges::all_of(operations, cannotBeCalled)) {
    const model::OperationModel& method = built_.subject.operations[operations.front()];
    return fail(ExitCode::Environment,
                model::makeError("unsupported",
                                 fmt::format("{} cannot be called: {}",
                                             method.signature,
                                             report::messageText(method.unsupported)),
                                 "docs/limits.md; --values adds values for its parameters"));
  }
  options_.request.reproduce.target = target_.wanted;
  if (readSummaries(built_.summaries.string()))
    options_.request.reproduce.methodsPath = built_.summaries.string();
  return true;
}

void Reproducing::search() {
  TestAuthor writer(built_, options_.output.out, answer_.result.diagnostics);
  ReproduceAuthor author(writer, target_);
  const Result<campaign::CampaignOutcome> outcome =
      Search(toolchain_, options_, progress_, &author).run(program_, answer_);
  if (!outcome)
    return;
  model::Reproduction run;
  for (const std::string& text : outcome->summaries)
    if (Result<model::Reproduction> summary = model::reproductionFromText(text);
        summary && !run.found)
      run = std::move(*summary);
  for (const std::string& text : report::textsOf(run.notes))
    answer_.result.diagnostics.push_back(model::makeDiagnostic(Severity::Note, "class", text));
  judge(answer_.result.reproduction.emplace(
      model::ReproduceAnswer{.target = target_.shown, .stacks = {}, .run = std::move(run)}));
}

// Only what matches the stack counts as found.
void Reproducing::judge(model::ReproduceAnswer& reproduction) {
  const model::Reproduction& run = reproduction.run;
  model::RunResult& result = answer_.result;
  const auto match = std::ranges::find_if(result.findings, isMatch);
  if (match != result.findings.end())
    std::rotate(result.findings.begin(), match, match + 1);
  if (!run.knowsPlace && !target_.frames.front().empty())
    note(Severity::Warning,
         "no function of the stack is in this code: the failure is matched by its kind and by the "
         "method alone",
         "is FILE the version that crashed?");
  const bool isFound = !result.findings.empty() && isMatch(result.findings.front());
  answer_.code = conclude(result, isFound);
  if (!isFound)
    return;
  const model::Finding& found = result.findings.front();
  result.stats.firstFinding = found.position;
  result.stats.firstFindingSeconds = found.seconds;
  result.stats.testSize = sizeOf(found.test);
  for (std::size_t i = 0; i < target_.frames.size(); ++i)
    reproduction.stacks.push_back(
        {.given = placesOf(target_.frames[i]), .produced = producedStack(found, target_, i)});
  if (found.comparison == StackComparison::Moved && run.knowsPlace)
    note(Severity::Warning,
         "the failing line is not that of the stack: it was matched by its functions and the "
         "nearest line");
}

} // namespace

ExitCode reproduceCommand(const ReproduceOptions& options) {
  rememberInterrupts();
  return Reproducing(options).run();
}

} // namespace heddle::cli
