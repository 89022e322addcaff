// SPDX-License-Identifier: Apache-2.0
// Errors point to the lines of an operation: where they are, or where a template was instantiated. All operations with an error
// are dropped in one round. The compiler reports an error in a function that several operations use only once, so dropping the first
// of them reveals the next. Errors that point nowhere are found by halving: the operations of a half that compiles are good.
#include "frontend/verifier.h"

#include <algorithm>
#include <span>
#include <utility>

#include "frontend/harness_writer.h"
#include "frontend/parse.h"
#include "support/files.h"

namespace heddle::frontend {
namespace {

// Each takes about a second.
constexpr unsigned kMostRounds = 24;
constexpr unsigned kMostHalves = 48;

bool isBlamed(const HarnessText::Lines& lines, const UnitError& error) {
  return std::ranges::any_of(error.lines, [&](unsigned line) {
    return (line >= lines.first && line <= lines.last) || line == lines.entry;
  });
}

class Verifier {
public:
  Verifier(const SubjectRequest& request, SubjectDescription& subject)
      : request_(request), subject_(subject) {}

  Result<void> run() {
    for (unsigned round = 0; round < kMostRounds; ++round) {
      const HarnessText harness = writeHarness(subject_, includesOf(request_));
      const std::vector<UnitError> errors = errorsOf(harness);
      if (errors.empty())
        return {};
      if (!dropBlamed(harness, errors))
        break;
    }
    return halve();
  }

private:
  std::vector<UnitError> errorsOf(const HarnessText& harness) {
    ParseOutcome outcome = parse({.file = joinPath(request_.directory, "heddle_harness.cpp"),
                                  .text = harness.text,
                                  .flags = request_.flags,
                                  .directory = request_.directory,
                                  .ownLine = 1},
                                 Bodies::All,
                                 [](clang::ASTContext&, clang::Sema&, const ParseOutcome&) {});
    if (outcome.ownErrors.empty() && outcome.otherErrors)
      outcome.ownErrors.emplace_back();
    if (!outcome.ownErrors.empty())
      message_ = outcome.ownErrors.front().message;
    return std::move(outcome.ownErrors);
  }

  void drop(std::size_t operation, const std::string& message) {
    subject_.operations[operation].model.unsupported = {.id = model::MessageId::DoesNotCompile,
                                                        .arguments = {message}};
  }

  bool dropBlamed(const HarnessText& harness, const std::vector<UnitError>& errors) {
    bool dropped = false;
    for (std::size_t i = 0; i < subject_.operations.size(); ++i) {
      const auto error = std::ranges::find_if(
          errors, [&](const UnitError& each) { return isBlamed(harness.operations[i], each); });
      if (!subject_.operations[i].model.unsupported.empty() || error == errors.end())
        continue;
      drop(i, error->message);
      dropped = true;
    }
    return dropped;
  }

  bool compilesWith(std::span<const std::size_t> operations) {
    SubjectDescription some = subject_;
    for (std::size_t i = 0; i < some.operations.size(); ++i)
      if (std::ranges::find(operations, i) == operations.end())
        some.operations[i].model.unsupported = {.id = model::MessageId::DoesNotCompile};
    return errorsOf(writeHarness(some, includesOf(request_))).empty();
  }

  // Gives up on callables that call the object again, on classes of arguments, then on stubs of abstract ones: fewer operations
  // have values for their parameters then.
  bool dropDescriptions() {
    if (compilesWith({}))
      return true;
    subject_.reentering.clear();
    if (compilesWith({}))
      return true;
    subject_.classes.clear();
    if (compilesWith({}))
      return true;
    subject_.stubs.clear();
    subject_.model.supportCode.clear();
    return compilesWith({});
  }

  Result<void> halve() {
    if (!dropDescriptions())
      return Error{message_};
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < subject_.operations.size(); ++i)
      if (subject_.operations[i].model.unsupported.empty())
        left.push_back(i);
    search(left);
    std::erase_if(left, [&](std::size_t operation) {
      return !subject_.operations[operation].model.unsupported.empty();
    });
    return compilesWith(left) ? Result<void>{} : Error{message_};
  }

  void search(std::span<const std::size_t> group) {
    if (group.empty() || (++halves_ <= kMostHalves && compilesWith(group)))
      return;
    if (group.size() == 1 || halves_ > kMostHalves) {
      for (const std::size_t operation : group)
        drop(operation, message_);
      return;
    }
    search(group.first(group.size() / 2));
    search(group.subspan(group.size() / 2));
  }

  const SubjectRequest& request_;
  SubjectDescription& subject_;
  std::string message_; // of the last error
  unsigned halves_ = 0;
};

} // namespace

Result<void> dropWhatDoesNotCompile(const SubjectRequest& request, SubjectDescription& subject) {
  return Verifier(request, subject).run();
}

} // namespace heddle::frontend
