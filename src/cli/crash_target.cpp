// SPDX-License-Identifier: Apache-2.0
#include "cli/crash_target.h"

#include <algorithm>
#include <fmt/core.h>

#include "crash/canonical_name.h"
#include "crash/crash.h"
#include "crash/frame_origin.h"
#include "crash/stack_match.h"

namespace heddle::cli {

namespace {

using crash::FunctionName;
using model::CrashFrame;
using model::CrashReport;
using model::FindingKind;
using model::OperationModel;
using model::StackRole;
using model::ThreadStack;

constexpr std::size_t kMostThreads = 4; // as many lanes as a test can have

bool isMethod(const OperationModel& operation) {
  return operation.kind == model::OperationKind::Method ||
         operation.kind == model::OperationKind::StaticMethod;
}

std::string_view stemOf(std::string_view file) {
  file = file.substr(file.find_last_of("/\\") + 1);
  return file.substr(0, file.rfind('.'));
}

// "const app::Record &, int" -> "Record const&, int": a header leaves out the namespaces it is in.
std::string plainTypes(std::string_view text) {
  const std::string canonical = crash::canonicalText(text);
  std::string plain;
  for (std::size_t i = 0; i < canonical.size(); ++i) {
    if (canonical.compare(i, 2, "::") != 0) {
      plain += canonical[i];
      continue;
    }
    const std::size_t word = plain.find_last_of(" ,<(&*");
    plain.resize(word == std::string::npos ? 0 : word + 1);
    ++i;
  }
  return plain;
}

// "push(const std::string &)" -> "const std::string &"
std::string_view parametersOf(std::string_view signature) {
  const std::size_t open = signature.find('(', signature.starts_with("operator()") ? 10 : 0);
  const std::size_t close = signature.rfind(')');
  return open == std::string_view::npos || close < open
             ? ""
             : signature.substr(open + 1, close - open - 1);
}

std::size_t countOf(std::string_view parameters) {
  if (parameters.empty() || parameters == "void")
    return 0;
  int depth = 0;
  std::size_t count = 1;
  for (const char c : parameters) {
    depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
    count += c == ',' && depth == 0 ? 1 : 0;
  }
  return count;
}

// Keeps those for which `fits` holds, unless that would be none.
template <typename Fits>
void prefer(std::vector<std::uint16_t>& operations, Fits fits) {
  std::vector<std::uint16_t> kept;
  std::ranges::copy_if(operations, std::back_inserter(kept), fits);
  if (!kept.empty())
    operations = std::move(kept);
}

// The class, and scopes on the stack that hold methods it inherits.
std::vector<std::string> classesOf(const CrashReport& report, const model::ClassModel& subject) {
  std::vector<std::string> classes{subject.name};
  for (const ThreadStack& stack : report.stacks)
    for (const CrashFrame& frame : stack.frames) {
      const FunctionName name = crash::parseFunctionName(frame.function);
      if (frame.origin != model::FrameOrigin::User || name.scope.empty())
        continue;
      const bool isInherited = std::ranges::any_of(subject.operations, [&](const auto& operation) {
        return isMethod(operation) && operation.name == name.name && !frame.file.empty() &&
               stemOf(operation.file) == stemOf(frame.file);
      });
      const std::string scope = name.scopeText();
      if (isInherited && std::ranges::find(classes, scope) == classes.end() &&
          !crash::isScopeOf(name.scope, subject.name))
        classes.push_back(scope);
    }
  return classes;
}

model::SourcePlace placeOf(const CrashFrame& frame) {
  return {.file = frame.file, .line = frame.line, .column = 0, .function = frame.function};
}

class TargetBuilder {
public:
  TargetBuilder(const CrashReport& report, const model::ClassModel& subject)
      : report_(report), subject_(subject) {}

  Result<StackTarget> build();

private:
  bool isDeadlock() const {
    return report_.kind == FindingKind::Deadlock || report_.kind == FindingKind::LostWakeup;
  }
  void add(const ThreadStack& stack,
           const FunctionName& method,
           std::size_t failure,
           std::size_t outermost,
           bool isCall);
  void show(const ThreadStack& stack,
            const FunctionName& method,
            std::size_t failure,
            std::size_t outermost,
            std::string title);
  void addOthers(const crash::CrashTarget& target);
  void describe();
  StackTarget anyMethod();

  const CrashReport& report_;
  const model::ClassModel& subject_;
  StackTarget target_;
};

void TargetBuilder::show(const ThreadStack& stack,
                         const FunctionName& method,
                         std::size_t failure,
                         std::size_t outermost,
                         std::string title) {
  model::GivenStack given{
      .title = std::move(title), .method = method.qualifiedName(), .frames = {}};
  for (const CrashFrame& frame : crash::userFrames(stack, failure, outermost))
    given.frames.push_back(placeOf(frame));
  target_.shown.stacks.push_back(std::move(given));
}

void TargetBuilder::add(const ThreadStack& stack,
                        const FunctionName& method,
                        std::size_t failure,
                        std::size_t outermost,
                        bool isCall) {
  model::TargetThread thread;
  std::vector<CrashFrame> frames = crash::userFrames(stack, failure, outermost);
  for (const CrashFrame& frame : frames)
    thread.frames.push_back({.function = frame.function, .file = frame.file, .line = frame.line});
  if (isCall)
    thread.operations = operationsOf(method, subject_);
  target_.wanted.threads.push_back(std::move(thread));
  target_.frames.push_back(std::move(frames));
}

// Stacks of the other threads.
void TargetBuilder::addOthers(const crash::CrashTarget& target) {
  for (const crash::InterferingMethod& other : target.interfering) {
    const ThreadStack& stack = report_.stacks[other.stack];
    const std::size_t failure = std::min(crash::innermostUserFrame(stack), other.frame);
    const bool waits = isDeadlock() && stack.waits != model::WaitKind::None &&
                       stack.waits != model::WaitKind::Join;
    const bool races =
        report_.kind == FindingKind::DataRace && other.role == StackRole::PreviousAccess;
    if ((waits || races) && target_.wanted.threads.size() < kMostThreads)
      add(stack, other.method, failure, other.frame, !other.method.isLocal);
    for (const std::uint16_t operation : operationsOf(other.method, subject_))
      if (std::ranges::find(target_.wanted.interfering, operation) ==
          target_.wanted.interfering.end())
        target_.wanted.interfering.push_back(operation);
    std::string title(toText(other.role));
    if (!stack.thread.empty())
      title += fmt::format(" ({})", stack.thread);
    show(stack, other.method, failure, other.frame, std::move(title));
  }
}

void TargetBuilder::describe() {
  target_.wanted.kind = report_.kind;
  target_.wanted.exceptionType = report_.exceptionType;
  model::ReproduceTarget& shown = target_.shown;
  shown.className = subject_.name;
  shown.format = toText(report_.format);
  shown.kind = report_.kind;
  shown.message = report_.message;
}

// The text says what happened and not where: no stack, no names, or all of the class was inlined away.
StackTarget TargetBuilder::anyMethod() {
  describe();
  target_.wanted.threads.emplace_back();
  target_.frames.emplace_back();
  target_.notes.push_back(fmt::format(
      "no frame of the stack is one of {}: a failure of the same kind in any of its methods counts",
      subject_.name));
  return std::move(target_);
}

Result<StackTarget> TargetBuilder::build() {
  Result<crash::CrashTarget> inferred = crash::inferTarget(report_, classesOf(report_, subject_));
  if (!inferred && crash::candidateClasses(report_).empty() && report_.kind != FindingKind::None)
    return anyMethod();
  if (!inferred)
    return inferred.error();
  const ThreadStack& stack = report_.stacks.front();
  const model::FailureTarget& wanted = target_.wanted;
  const bool isCall = inferred->reach != crash::Reach::Inside;
  add(stack, inferred->method, inferred->failureFrame, inferred->methodFrame, isCall);
  if (inferred->isUnwound)
    target_.wanted.threads.front().frames.front().line = target_.frames.front().front().line = 0;
  const std::string method = inferred->method.qualifiedName();
  const bool isKnown = !wanted.threads.front().operations.empty();
  describe();
  model::ReproduceTarget& shown = target_.shown;
  shown.method = isKnown ? method : "";
  shown.location = placeOf(stack.frames[inferred->failureFrame]);
  if (!isKnown)
    target_.notes.push_back(
        inferred->reach == crash::Reach::Method
            ? fmt::format("`{}` is not a public method of {}: any of its methods may lead there",
                          method,
                          subject_.name)
            : fmt::format("no public method of {} is on the stack: any of its methods may lead to "
                          "`{}`",
                          subject_.name,
                          method));
  show(stack,
       inferred->method,
       inferred->failureFrame,
       inferred->methodFrame,
       std::string(toText(StackRole::Crashing)));
  addOthers(*inferred);
  return std::move(target_);
}

} // namespace

std::vector<std::uint16_t> operationsOf(const FunctionName& method,
                                        const model::ClassModel& subject) {
  std::vector<std::uint16_t> found;
  for (std::size_t i = 0; i < subject.operations.size(); ++i)
    if (isMethod(subject.operations[i]) &&
        (subject.operations[i].name == method.name || subject.operations[i].then == method.name))
      found.push_back(static_cast<std::uint16_t>(i));
  if (!method.parameters)
    return found;
  const auto operation = [&](std::uint16_t index) -> const OperationModel& {
    return subject.operations[index];
  };
  prefer(found, [&](std::uint16_t index) {
    return countOf(parametersOf(operation(index).signature)) == countOf(*method.parameters);
  });
  const std::string wanted = plainTypes(*method.parameters);
  prefer(found, [&](std::uint16_t index) {
    return plainTypes(parametersOf(operation(index).signature)) == wanted;
  });
  prefer(found, [&](std::uint16_t index) { return operation(index).isConst == method.isConst; });
  return found;
}

Result<StackTarget> targetOf(const CrashReport& report, const model::ClassModel& subject) {
  return TargetBuilder(report, subject).build();
}

} // namespace heddle::cli
