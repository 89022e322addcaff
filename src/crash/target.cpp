// SPDX-License-Identifier: Apache-2.0
#include "crash/target.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "crash/frame_origin.h"

namespace heddle::crash {

namespace {

using model::CrashFrame;
using model::FrameOrigin;
using model::StackRole;
using model::ThreadStack;

// In a deep recursion, the outermost frames are as good as the innermost.
constexpr std::size_t kMaxJudgedFrames = 2000;

struct Judged {
  std::size_t innermost = 0;
  bool isShared = false; // in another stack as well
  bool isClass = false;  // certainly
  bool isCapital = false;

  auto rank() const { return std::tuple(!isShared, !isClass, !isCapital, innermost); }
};

// Operators that cannot be free functions; others may belong to a namespace.
bool isMemberOperator(const FunctionName& name) {
  const std::string_view text = name.name;
  return !name.isLambda && (text == "operator=" || text == "operator[]" || text == "operator->" ||
                            text == "operator()" || text.starts_with("operator "));
}

bool showsClass(const FunctionName& name, const CrashFrame& frame) {
  return frame.hasThis || name.isConst || name.isConstructor() || name.isDestructor() ||
         isMemberOperator(name) || !name.scope.back().arguments.empty();
}

// Stacks of thread creation and mutex construction are much older: they do not tell which threads share the object.
bool isWitness(const ThreadStack& stack) {
  return stack.role != StackRole::ThreadCreated && stack.role != StackRole::MutexCreated &&
         (stack.role != StackRole::OtherThread || stack.waits == model::WaitKind::Lock);
}

template <typename Visit>
void forEachUserScope(const ThreadStack& stack, Visit visit) {
  const std::size_t count = std::min(stack.frames.size(), kMaxJudgedFrames);
  for (std::size_t i = 0; i < count; ++i) {
    if (stack.frames[i].origin != FrameOrigin::User)
      continue;
    const FunctionName name = parseFunctionName(stack.frames[i].function);
    if (!name.scope.empty())
      visit(i, name);
  }
}

// Whether the frame runs in the class. Code of a nested class counts as code of the enclosing class if that is wanted.
enum class Belongs : unsigned char { No, Directly, Inside };

Belongs belongsTo(const FunctionName& name, const std::vector<std::string>& classNames) {
  for (const auto& wanted : classNames) {
    if (isScopeOf(name.scope, wanted))
      return name.isLocal ? Belongs::Inside : Belongs::Directly;
    auto outer = name.scope;
    while (outer.size() > 1) {
      outer.pop_back();
      if (isScopeOf(outer, wanted))
        return Belongs::Inside;
    }
  }
  return Belongs::No;
}

struct ClassFrames {
  std::optional<std::size_t> outermost;       // of a method
  std::optional<std::size_t> outermostInside; // of a lambda or nested class
};

ClassFrames framesOf(const ThreadStack& stack, const std::vector<std::string>& classNames) {
  ClassFrames found;
  for (std::size_t i = stack.frames.size(); i-- > 0 && !found.outermost;) {
    const auto& frame = stack.frames[i];
    if (frame.function.empty() || frame.origin == FrameOrigin::Runtime)
      continue;
    const Belongs belongs = belongsTo(parseFunctionName(frame.function), classNames);
    if (belongs == Belongs::Directly)
      found.outermost = i;
    else if (belongs == Belongs::Inside && !found.outermostInside)
      found.outermostInside = i;
  }
  return found;
}

// User code that calls the frame, other than lambdas of the class itself.
bool hasUserCaller(const ThreadStack& stack,
                   std::size_t frame,
                   const std::vector<std::string>& classNames) {
  return std::any_of(stack.frames.begin() + static_cast<std::ptrdiff_t>(frame) + 1,
                     stack.frames.end(),
                     [&](const CrashFrame& f) {
                       return f.origin == FrameOrigin::User &&
                              belongsTo(parseFunctionName(f.function), classNames) == Belongs::No;
                     });
}

bool endsInThreadStart(const ThreadStack& stack) {
  return std::ranges::any_of(stack.frames, [](const CrashFrame& frame) {
    return frame.origin != FrameOrigin::User &&
           (frame.function.starts_with("start_thread") || frame.function.starts_with("clone") ||
            frame.function.starts_with("__clone") || frame.function.starts_with("std::thread::_") ||
            frame.function.starts_with("std::__thread_proxy"));
  });
}

int orderOf(const ThreadStack& stack) {
  switch (stack.role) {
  case StackRole::FreedBy:
    return 0;
  case StackRole::PreviousAccess:
    return 1;
  case StackRole::OtherThread:
    return stack.waits == model::WaitKind::Lock ? 2 : 4;
  case StackRole::AllocatedBy:
    return 3;
  default:
    return 5;
  }
}

std::vector<InterferingMethod> interferingMethods(const model::CrashReport& report,
                                                  const std::vector<std::string>& classNames) {
  std::vector<std::pair<int, InterferingMethod>> found;
  for (std::size_t i = 1; i < report.stacks.size(); ++i) {
    const auto& stack = report.stacks[i];
    const ClassFrames frames = framesOf(stack, classNames);
    const auto frame = frames.outermost ? frames.outermost : frames.outermostInside;
    if (!frame)
      continue;
    const FunctionName method = parseFunctionName(stack.frames[*frame].function);
    if (method.isConstructor()) // no other thread knows the object yet
      continue;
    found.emplace_back(
        orderOf(stack),
        InterferingMethod{.role = stack.role, .method = method, .stack = i, .frame = *frame});
  }
  std::ranges::sort(found, [](const auto& a, const auto& b) {
    return std::pair(a.first, a.second.stack) < std::pair(b.first, b.second.stack);
  });
  std::vector<InterferingMethod> methods;
  for (auto& [order, method] : found) {
    const bool known = std::ranges::any_of(
        methods, [&](const auto& other) { return sameFunction(other.method, method.method); });
    if (!known)
      methods.push_back(std::move(method));
  }
  return methods;
}

// A thread or callback that begins in a lambda: the method that contains the lambda must be called first.
void addStarter(const ThreadStack& stack,
                std::size_t frame,
                std::vector<InterferingMethod>& methods) {
  FunctionName method = parseFunctionName(stack.frames[frame].function);
  method.isLambda = method.isLocal = false;
  methods.push_back(
      {.role = StackRole::ThreadCreated, .method = std::move(method), .stack = 0, .frame = frame});
}

// The user's own code if there is any; for a class of the standard library, its innermost frame.
std::size_t pointOfFailure(const ThreadStack& stack, std::size_t methodFrame) {
  const std::size_t user = innermostUserFrame(stack);
  if (user <= methodFrame)
    return user;
  const auto isCode = [](const CrashFrame& frame) { return frame.origin != FrameOrigin::Runtime; };
  const auto found = std::ranges::find_if(stack.frames, isCode);
  return static_cast<std::size_t>(found - stack.frames.begin());
}

// Whether the stack is that of std::terminate while an exception is being unwound: its throw is no longer there.
bool isUnwound(const ThreadStack& stack, std::size_t failureFrame) {
  static constexpr std::array<std::string_view, 5> kUnwinders = {"__gxx_personality_v0",
                                                                 "_Unwind_Resume",
                                                                 "_Unwind_RaiseException",
                                                                 "__clang_call_terminate",
                                                                 "__cxa_call_terminate"};
  bool unwinds = false;
  for (std::size_t i = 0; i < failureFrame; ++i) {
    const std::string_view function = stack.frames[i].function;
    if (function.starts_with("__cxa_throw") || function.starts_with("std::rethrow_exception"))
      return false;
    unwinds = unwinds || std::ranges::any_of(kUnwinders, [&](std::string_view name) {
                return function.starts_with(name);
              });
  }
  return unwinds;
}

// Why a class cannot be determined, and what to do about it.
Error nameless(const model::CrashReport& report) {
  static const std::vector<CrashFrame> none;
  const auto& frames = report.stacks.empty() ? none : report.stacks.front().frames;
  const auto hasName = [](const CrashFrame& frame) {
    return frame.origin == FrameOrigin::User && !frame.function.empty();
  };
  if (std::ranges::any_of(frames, hasName))
    return Error{"no frame of this stack belongs to a class: all are free functions or those of "
                 "libraries"};
  if (report.format == model::CrashFormat::UndefinedBehaviourSanitizer && frames.size() < 2)
    return Error{
        "this text has a message but no stack: UBSAN_OPTIONS=print_stacktrace=1 prints it"};
  if (frames.empty() || report.format == model::CrashFormat::Messages)
    return Error{"this text has a message but no stack: take one with "
                 "gdb -batch -ex run -ex bt --args PROGRAM"};
  return Error{"this stack has no names of your code: link the program with -rdynamic, or take the "
               "stack with gdb"};
}

Error missing(const model::CrashReport& report, const std::vector<std::string>& classNames) {
  const auto candidates = candidateClasses(report);
  if (candidates.empty())
    return nameless(report);
  std::string text =
      "no frame of this stack belongs to " + classNames.front() + "; it has frames of ";
  for (std::size_t i = 0; i < candidates.size() && i < 5; ++i)
    text += (i == 0 ? "" : ", ") + candidates[i];
  return Error{text};
}

} // namespace

std::vector<std::string> candidateClasses(const model::CrashReport& report) {
  if (report.stacks.empty())
    return {};
  std::map<std::string, Judged> judged;
  forEachUserScope(report.stacks.front(), [&](std::size_t at, const FunctionName& name) {
    auto [entry, isNew] = judged.try_emplace(name.scopeWithoutArguments(), Judged{.innermost = at});
    const char initial = name.scope.back().name.empty() ? '_' : name.scope.back().name.front();
    entry->second.isCapital = initial >= 'A' && initial <= 'Z';
    entry->second.isClass =
        entry->second.isClass || showsClass(name, report.stacks.front().frames[at]);
  });
  for (std::size_t i = 1; i < report.stacks.size(); ++i)
    if (isWitness(report.stacks[i]))
      forEachUserScope(report.stacks[i], [&](std::size_t, const FunctionName& name) {
        if (const auto entry = judged.find(name.scopeWithoutArguments()); entry != judged.end())
          entry->second.isShared = true;
      });
  std::vector<std::pair<std::string, Judged>> order(judged.begin(), judged.end());
  std::ranges::sort(order,
                    [](const auto& a, const auto& b) { return a.second.rank() < b.second.rank(); });
  std::vector<std::string> classes;
  classes.reserve(order.size());
  for (auto& [name, judgement] : order)
    classes.push_back(std::move(name));
  return classes;
}

Result<CrashTarget> inferTarget(const model::CrashReport& report,
                                const std::vector<std::string>& classNames) {
  auto candidates = candidateClasses(report);
  std::vector<std::string> wanted = classNames;
  if (wanted.empty() && !candidates.empty())
    wanted.push_back(candidates.front());
  if (wanted.empty() || report.stacks.empty())
    return missing(report, {"any class"});
  const ThreadStack& crashing = report.stacks.front();
  const ClassFrames frames = framesOf(crashing, wanted);
  const auto frame = frames.outermost ? frames.outermost : frames.outermostInside;
  if (!frame)
    return missing(report, wanted);

  CrashTarget target;
  target.methodFrame = *frame;
  target.method = parseFunctionName(crashing.frames[*frame].function);
  target.className = target.method.scopeWithoutArguments();
  if (!target.method.scope.empty())
    target.classArguments = target.method.scope.back().arguments;
  if (!frames.outermost)
    target.reach = Reach::Inside;
  else if (!hasUserCaller(crashing, *frame, wanted) && endsInThreadStart(crashing))
    target.reach = Reach::ThreadStart;
  target.failureFrame = pointOfFailure(crashing, *frame);
  target.isUnwound = isUnwound(crashing, target.failureFrame);
  target.interfering = interferingMethods(report, wanted);
  if (target.reach != Reach::Method && frames.outermostInside)
    addStarter(crashing, *frames.outermostInside, target.interfering);
  std::erase(candidates, target.className);
  target.alternatives = std::move(candidates);
  return target;
}

} // namespace heddle::crash
