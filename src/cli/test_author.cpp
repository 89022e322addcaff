// SPDX-License-Identifier: Apache-2.0
#include "cli/test_author.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/core.h>

#include "build/shell_words.h"
#include "codegen/codegen.h"
#include "model/diagnostics.h"
#include "report/report.h"
#include "report/words/explanation_text.h"
#include "report/words/titles.h"
#include "runtime/abi/calls.h"
#include "support/files.h"

namespace heddle::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kDescribeTimeout{60};
constexpr unsigned kTableWidth = 96; // 100 columns without the comment sign

void addNames(const codegen::ObservedTest& observed,
              unsigned lane,
              const model::Sequence& calls,
              std::vector<explain::CallName>& names) {
  const auto& operations = observed.subject.operations;
  for (unsigned index = 0; index < calls.size(); ++index)
    names.push_back({.lane = lane,
                     .index = index,
                     .text = codegen::callText(observed, lane, index),
                     .method = calls[index].operation < operations.size()
                                   ? operations[calls[index].operation].name
                                   : ""});
}

std::vector<explain::CallName> namesOf(const codegen::ObservedTest& observed) {
  std::vector<explain::CallName> names;
  const model::Test& test = observed.test;
  addNames(observed, abi::kPrefixLane, test.prefix, names);
  for (std::size_t i = 0; i < test.suffixes.size(); ++i)
    addNames(observed, static_cast<unsigned>(i + 1), test.suffixes[i], names);
  addNames(observed, abi::kEpilogueLane, test.epilogue, names);
  return names;
}

} // namespace

Result<model::TestSource> describeTest(const campaign::HarnessLaunch& launch,
                                       const model::Test& test) {
  model::HarnessRequest request;
  request.mode = model::HarnessMode::Describe;
  request.describe.test = test;
  auto harness = campaign::HarnessProcess::start(launch, request, "describe");
  if (!harness)
    return harness.error();
  const ExitStatus status = harness->process().wait(kDescribeTimeout);
  if (harness->state() == model::HarnessState::Failed)
    return Error{harness->message()};
  const Result<std::string> text = readFile(harness->request().describe.sourcePath);
  if (!text)
    return Error{fmt::format("the process {}; {}", describe(status), harness->log())};
  return model::testSourceFromText(*text);
}

std::vector<explain::CallName> TestAuthor::nameCalls(const campaign::HarnessLaunch& launch,
                                                     const model::FindingRecord& record) {
  Result<model::TestSource> source = describeTest(launch, record.test);
  if (!source) {
    diagnostics_.push_back(model::makeDiagnostic(
        model::Severity::Warning,
        "test",
        fmt::format("the source of the test could not be written: {}", source.error().message)));
    return {};
  }
  const model::TestSource& kept = sources_[record.signature] = std::move(*source);
  return namesOf({.subject = built_.subject, .test = record.test, .source = kept, .calls = {}});
}

std::string TestAuthor::compileCommand(const model::Finding& finding) const {
  std::vector<std::string> words{"g++"};
  const bool hasStandard = std::ranges::any_of(
      built_.testFlags, [](const std::string& flag) { return flag.starts_with("-std="); });
  if (!hasStandard)
    words.emplace_back("-std=c++20");
  words.insert(words.end(), built_.testFlags.begin(), built_.testFlags.end());
  words.push_back(joinPath(out_, finding.testFile));
  words.insert(words.end(), built_.sources.begin(), built_.sources.end());
  words.insert(words.end(), finding.program.ldflags.begin(), finding.program.ldflags.end());
  words.insert(words.end(), {"-lgtest_main", "-lgtest", "-pthread"});
  return build::joinShellWords(words);
}

void TestAuthor::complete(model::Finding& finding, const model::Trace& trace) {
  const auto source = sources_.find(finding.signature);
  if (source == sources_.end())
    return;
  const codegen::ObservedTest observed{.subject = built_.subject,
                                       .test = finding.test,
                                       .source = source->second,
                                       .calls = trace.calls};
  finding.testLines = codegen::outlineTest(observed);
  finding.testFile = finding.id + "_test.cpp";
  finding.testCommand = compileCommand(finding);
  const codegen::TestFileNotes notes{.title = report::titleOf(finding),
                                     .explanation = report::explanationText(finding.explanation),
                                     .include = built_.include,
                                     .table = report::renderTable(finding, kTableWidth),
                                     .stacks = remarks_,
                                     .replayCommand =
                                         "heddle replay " + joinPath(out_, finding.id + ".heddle"),
                                     .compileCommand = finding.testCommand};
  const Result<void> written = writeFileAtomically(joinPath(out_, finding.testFile),
                                                   codegen::writeTest(finding, observed, notes));
  if (written)
    return;
  finding.testFile.clear();
  diagnostics_.push_back(model::makeError("environment", written.error().message));
}

} // namespace heddle::cli
