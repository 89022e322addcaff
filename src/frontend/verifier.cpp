// SPDX-License-Identifier: Apache-2.0
#include "frontend/verifier.h"

#include <algorithm>

#include "frontend/harness_writer.h"
#include "frontend/parse.h"
#include "support/files.h"

namespace heddle::frontend {
namespace {

// Each round drops at least one operation; usually all errors show in the first.
constexpr int kRounds = 8;

bool isBlamed(const HarnessText::Lines& lines, const UnitError& error) {
  return std::ranges::any_of(error.lines, [&](unsigned line) {
    return (line >= lines.first && line <= lines.last) || line == lines.entry;
  });
}

bool dropBlamed(const HarnessText& harness,
                const std::vector<UnitError>& errors,
                SubjectDescription& subject) {
  bool dropped = false;
  for (std::size_t i = 0; i < subject.operations.size(); ++i) {
    model::Message& reason = subject.operations[i].model.unsupported;
    const auto error = std::ranges::find_if(
        errors, [&](const UnitError& each) { return isBlamed(harness.operations[i], each); });
    if (!reason.empty() || error == errors.end())
      continue;
    reason = {.id = model::MessageId::DoesNotCompile, .arguments = {error->message}};
    dropped = true;
  }
  return dropped;
}

} // namespace

Result<void> dropWhatDoesNotCompile(const SubjectRequest& request, SubjectDescription& subject) {
  std::string message;
  for (int round = 0; round < kRounds; ++round) {
    const HarnessText harness = writeHarness(subject, includesOf(request));
    const ParseOutcome outcome =
        parse({.file = joinPath(request.directory, "heddle_harness.cpp"),
               .text = harness.text,
               .flags = request.flags,
               .directory = request.directory,
               .ownLine = 1},
              Bodies::All,
              [](clang::ASTContext&, clang::Sema&, const ParseOutcome&) {});
    if (outcome.ownErrors.empty() && !outcome.otherErrors)
      return {};
    message = outcome.ownErrors.empty() ? "" : outcome.ownErrors.front().message;
    if (!dropBlamed(harness, outcome.ownErrors, subject))
      break;
  }
  return Error{message};
}

} // namespace heddle::frontend
