// SPDX-License-Identifier: Apache-2.0
#include "frontend/contracts/lock_halves.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace heddle::frontend {

using model::MessageId;
namespace {

// How a thread holds a lock.
enum class Hold : std::uint8_t { None, Exclusive, Shared, Upgrade };

// What a method does to it, by its name in small letters without underscores.
struct Transition {
  std::string_view name;
  Hold from;
  Hold to;
};
constexpr std::array kTransitions{
    Transition{.name = "lock", .from = Hold::None, .to = Hold::Exclusive},
    Transition{.name = "lockexclusive", .from = Hold::None, .to = Hold::Exclusive},
    Transition{.name = "lockwrite", .from = Hold::None, .to = Hold::Exclusive},
    Transition{.name = "lockforwrite", .from = Hold::None, .to = Hold::Exclusive},
    Transition{.name = "lockwriter", .from = Hold::None, .to = Hold::Exclusive},
    Transition{.name = "writelock", .from = Hold::None, .to = Hold::Exclusive},
    Transition{.name = "writerlock", .from = Hold::None, .to = Hold::Exclusive},
    Transition{.name = "lockshared", .from = Hold::None, .to = Hold::Shared},
    Transition{.name = "lockread", .from = Hold::None, .to = Hold::Shared},
    Transition{.name = "lockforread", .from = Hold::None, .to = Hold::Shared},
    Transition{.name = "lockreader", .from = Hold::None, .to = Hold::Shared},
    Transition{.name = "readlock", .from = Hold::None, .to = Hold::Shared},
    Transition{.name = "readerlock", .from = Hold::None, .to = Hold::Shared},
    Transition{.name = "sharedlock", .from = Hold::None, .to = Hold::Shared},
    Transition{.name = "lockupgrade", .from = Hold::None, .to = Hold::Upgrade},
    Transition{.name = "unlock", .from = Hold::Exclusive, .to = Hold::None},
    Transition{.name = "unlockexclusive", .from = Hold::Exclusive, .to = Hold::None},
    Transition{.name = "unlockwrite", .from = Hold::Exclusive, .to = Hold::None},
    Transition{.name = "unlockwriter", .from = Hold::Exclusive, .to = Hold::None},
    Transition{.name = "writeunlock", .from = Hold::Exclusive, .to = Hold::None},
    Transition{.name = "writerunlock", .from = Hold::Exclusive, .to = Hold::None},
    Transition{.name = "unlockshared", .from = Hold::Shared, .to = Hold::None},
    Transition{.name = "unlockread", .from = Hold::Shared, .to = Hold::None},
    Transition{.name = "unlockreader", .from = Hold::Shared, .to = Hold::None},
    Transition{.name = "readunlock", .from = Hold::Shared, .to = Hold::None},
    Transition{.name = "readerunlock", .from = Hold::Shared, .to = Hold::None},
    Transition{.name = "sharedunlock", .from = Hold::Shared, .to = Hold::None},
    Transition{.name = "unlockupgrade", .from = Hold::Upgrade, .to = Hold::None},
    Transition{.name = "unlockandlockshared", .from = Hold::Exclusive, .to = Hold::Shared},
    Transition{.name = "unlockandlockupgrade", .from = Hold::Exclusive, .to = Hold::Upgrade},
    Transition{.name = "unlockupgradeandlock", .from = Hold::Upgrade, .to = Hold::Exclusive},
    Transition{.name = "unlockupgradeandlockshared", .from = Hold::Upgrade, .to = Hold::Shared},
};

struct Half {
  std::size_t operation;
  Hold from;
  Hold to;
  bool mayFail; // only a result of true means that it holds the lock
};

void removeEnding(std::string& text, std::string_view ending) {
  if (text.ends_with(ending))
    text.resize(text.size() - ending.size());
}

// In small letters without underscores, with one spelling of what libraries spell differently.
std::string plainName(const std::string& text) {
  std::string name;
  for (const char letter : text)
    if (letter != '_')
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kSpellings{
      {{"upgradeable", "upgrade"},
       {"upgradable", "upgrade"},
       {"shareable", "shared"},
       {"sharable", "shared"},
       {"timed", "try"}}};
  for (const auto& [other, usual] : kSpellings)
    if (const std::size_t at = name.find(other); at != std::string::npos)
      name.replace(at, other.size(), usual);
  return name;
}

std::optional<Half> halfOf(const OperationDescription& operation, std::size_t index) {
  const model::OperationModel& model = operation.model;
  std::string name = plainName(model.name);
  const std::size_t attempt = name.find("try");
  const bool mayFail = attempt != std::string::npos;
  if (mayFail) {
    name.erase(attempt, 3);
    removeEnding(name, "until");
    if (!name.starts_with("lockfor"))
      removeEnding(name, "for");
    else if (name == "lockfor")
      name = "lock";
  }
  const auto* found = std::ranges::find(kTransitions, std::string_view(name), &Transition::name);
  if (model.kind != model::OperationKind::Method || !model.unsupported.empty() ||
      found == kTransitions.end() || model.result != (mayFail ? "bool" : "void") ||
      (found->from != Hold::None && (mayFail || !operation.parameters.empty())))
    return std::nullopt;
  return Half{.operation = index, .from = found->from, .to = found->to, .mayFail = mayFail};
}

class Joiner {
public:
  explicit Joiner(Operations& operations) : operations_(operations) {
    for (std::size_t i = 0; i < operations.list.size(); ++i)
      if (const std::optional<Half> half = halfOf(operations.list[i], i))
        halves_.push_back(*half);
  }

  std::vector<model::Message> run() {
    for (const Half& half : halves_)
      if (half.from == Hold::None)
        joinAll(half);
    if (joined_.empty())
      return {};
    removeHalves();
    leaveOutOthers();
    std::vector<model::Message> notes;
    for (OperationDescription& operation : joined_) {
      notes.push_back({.id = MessageId::CalledInPairs, .arguments = {operation.model.signature}});
      operations_.list.push_back(std::move(operation));
      operations_.functions.push_back(nullptr);
    }
    return notes;
  }

private:
  // Some locks have one `unlock` for readers and writers.
  const Half* releaseOf(Hold hold) const {
    const auto releases = [&](Hold wanted) {
      return std::ranges::find_if(
          halves_, [&](const Half& half) { return half.from == wanted && half.to == Hold::None; });
    };
    auto found = releases(hold);
    if (found == halves_.end() && hold == Hold::Shared)
      found = releases(Hold::Exclusive);
    return found == halves_.end() ? nullptr : &*found;
  }

  void joinAll(const Half& acquire) {
    if (const Half* release = releaseOf(acquire.to))
      join(acquire, {*release});
    for (const Half& change : halves_)
      if (change.from == acquire.to && change.to != Hold::None)
        if (const Half* release = releaseOf(change.to))
          join(acquire, {change, *release});
  }

  void join(const Half& acquire, const std::vector<Half>& rest) {
    OperationDescription joined = operations_.list[acquire.operation];
    used_.push_back(acquire.operation);
    std::string callees;
    std::string patterns;
    for (const Half& half : rest) {
      const OperationDescription& next = operations_.list[half.operation];
      used_.push_back(half.operation);
      std::string callee = next.callee;
      constexpr std::string_view kArguments = "static_cast<A&&>(a)...";
      if (const std::size_t at = callee.find(kArguments); at != std::string::npos)
        callee.erase(at, kArguments.size());
      std::string pattern = next.pattern;
      if (const std::size_t at = pattern.find("%a"); at != std::string::npos)
        pattern.erase(at, 2);
      callees += (callees.empty() ? "" : ", ") + callee;
      patterns += (patterns.empty() ? "" : ", ") + pattern;
      joined.model.signature += ", " + next.model.signature;
      joined.model.then = next.model.name;
      joined.model.hasBody = joined.model.hasBody && next.model.hasBody;
    }
    joined.mayFail = acquire.mayFail;
    joined.model.isConst = false;
    const auto both = [&](const std::string& first, const std::string& others) {
      return acquire.mayFail ? first + " && (" + others + ", true)" : first + ", " + others;
    };
    joined.callee = "(" + both(joined.callee, callees) + ")";
    joined.pattern = both(joined.pattern, patterns);
    joined_.push_back(std::move(joined));
  }

  void removeHalves() {
    std::ranges::sort(used_, std::greater());
    used_.erase(std::ranges::unique(used_).begin(), used_.end());
    for (const std::size_t index : used_) {
      operations_.list.erase(operations_.list.begin() + static_cast<std::ptrdiff_t>(index));
      operations_.functions.erase(operations_.functions.begin() +
                                  static_cast<std::ptrdiff_t>(index));
    }
  }

  // Those that give up a lock but could not be joined: `try_unlock_shared_and_lock`.
  void leaveOutOthers() {
    for (std::size_t i = operations_.list.size(); i-- > 0;) {
      const model::OperationModel& model = operations_.list[i].model;
      const std::string name = plainName(model.name);
      if (model.kind != model::OperationKind::Method ||
          !(name.starts_with("unlock") || name.starts_with("tryunlock")))
        continue;
      operations_.leftOut.push_back(
          {.what = model.signature, .why = {.id = MessageId::LocksForCaller}});
      operations_.list.erase(operations_.list.begin() + static_cast<std::ptrdiff_t>(i));
      operations_.functions.erase(operations_.functions.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  Operations& operations_;
  std::vector<Half> halves_;
  std::vector<OperationDescription> joined_;
  std::vector<std::size_t> used_;
};

} // namespace

std::vector<model::Message> joinLockHalves(Operations& operations) {
  return Joiner(operations).run();
}

} // namespace heddle::frontend
