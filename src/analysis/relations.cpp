// SPDX-License-Identifier: Apache-2.0
#include "analysis/relations.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "analysis/lock_order.h"
#include "support/check.h"

namespace heddle::analysis {

using model::ClassSummary;
using model::Location;
using model::Lock;
using model::MethodSummary;

namespace {

bool isAnywhere(const Location& location) {
  return location.name == Location::kAnywhere;
}

bool canBeSame(const Location& a, const Location& b) {
  return a.name == b.name || isAnywhere(a) || isAnywhere(b);
}

// A location that `writer` writes and `other` accesses, as `other` accesses it.
struct Overlap {
  const Location* written = nullptr;
  const Location* touched = nullptr;
  bool alsoWritten = false; // by `other`
};

const Location* findSame(const Location& wanted, const std::vector<Location>& among) {
  // The name itself says more than "somewhere".
  auto found = std::ranges::find(among, wanted.name, &Location::name);
  if (found == among.end())
    found =
        std::ranges::find_if(among, [&](const Location& one) { return canBeSame(wanted, one); });
  return found == among.end() ? nullptr : &*found;
}

template <typename Accesses>
std::optional<Overlap> overlap(const Accesses& writer, const auto& other) {
  std::optional<Overlap> best;
  for (const Location& written : writer.writes) {
    const Location* const byWrite = findSame(written, other.writes);
    const Location* const byRead = findSame(written, other.reads);
    if (!byWrite && !byRead)
      continue;
    const Overlap found{.written = &written,
                        .touched = byWrite ? byWrite : byRead,
                        .alsoWritten = byWrite != nullptr};
    if (!isAnywhere(*found.written) && !isAnywhere(*found.touched))
      return found;
    best = best ? best : found;
  }
  return best;
}

// A lock that prevents the accesses of the two from overlapping on one object. Two readers' locks do not.
const Lock* commonLock(const std::vector<Lock>& a, const std::vector<Lock>& b) {
  for (const Lock& mine : a) {
    for (const Lock& theirs : b) {
      if (mine.isOwn && theirs.isOwn && mine.path == theirs.path &&
          (!mine.isShared || !theirs.isShared))
        return &mine;
    }
  }
  return nullptr;
}

std::string ordersText(const OppositeOrders& orders,
                       const std::string& first,
                       const std::string& second,
                       bool isOneMethod) {
  const std::string mine = first + " takes " + spoken(*orders.first);
  if (isOneMethod && orders.first == orders.second)
    return mine + "; so does " + second + " on the other object";
  if (spoken(*orders.first) == spoken(*orders.second))
    return mine + "; so does " + second + " on another object";
  return mine + "; " + second + " takes " + spoken(*orders.second);
}

std::string held(const MethodSummary& method) {
  std::string text;
  for (const Lock& lock : method.locks)
    text += (text.empty() ? "" : ", ") + lock.path + (lock.isShared ? " (shared)" : "");
  return text.empty() ? "no lock" : text;
}

std::string does(const char* verb, const char* mayVerb, const Location& location) {
  return isAnywhere(location) ? " may " + std::string(mayVerb) + " anything"
                              : " " + std::string(verb) + " " + location.name;
}

std::string writes(const Location& location) {
  return does("writes", "write", location);
}

std::string reads(const Location& location) {
  return does("reads", "read", location);
}

// For a pair that conflicts: what both access.
std::string conflictText(const Overlap& found,
                         const std::string& writer,
                         const std::string& other,
                         bool isOneMethod) {
  const std::string writing = writer + writes(*found.written);
  const bool same = found.written->name == found.touched->name;
  if (isOneMethod)
    return writing + (found.alsoWritten ? "" : " and" + reads(*found.touched));
  if (same && isAnywhere(*found.written))
    return writing + ", and so may " + other;
  if (same)
    return writing + ", " + other + (found.alsoWritten ? " writes it too" : " reads it");
  return writing + ", " + other + (found.alsoWritten ? writes : reads)(*found.touched);
}

// For a pair whose accesses can interleave: which locks do not prevent it.
std::string lockText(const MethodSummary& a,
                     const MethodSummary& b,
                     const std::string& first,
                     const std::string& second) {
  if (&a == &b)
    return "it holds " + held(a);
  if (a.locks.empty() && b.locks.empty())
    return "neither holds a lock";
  if (a.locks.empty() || b.locks.empty())
    return (a.locks.empty() ? first : second) + " holds no lock";
  if (held(a) == held(b))
    return "both hold " + held(a);
  return first + " holds " + held(a) + ", " + second + " holds " + held(b);
}

std::string shortName(const std::string& signature) {
  static constexpr std::string_view kCall = "operator()";
  const std::size_t from = signature.starts_with(kCall) ? kCall.size() : 0;
  const std::size_t parameters = signature.find('(', from);
  return parameters == std::string::npos ? signature : signature.substr(0, parameters) + "()";
}

// What `a` does to another object while no lock of that object excludes `b`. Empty: nothing.
std::string othersText(const MethodSummary& a,
                       const MethodSummary& b,
                       const std::string& first,
                       const std::string& second) {
  const auto text = [&](const auto& theirs, const std::vector<Lock>& locks) -> std::string {
    if (commonLock(a.others.locks, locks) != nullptr)
      return "";
    const std::optional<Overlap> writing = overlap(a.others, theirs);
    const std::optional<Overlap> reading = writing ? std::nullopt : overlap(theirs, a.others);
    if (!writing && !reading)
      return "";
    const std::string what = writing
                                 ? writes(*writing->written) + " of another object, " + second +
                                       (writing->alsoWritten ? writes : reads)(*writing->touched)
                                 : reads(*reading->touched) + " of another object, " + second +
                                       writes(*reading->written);
    return first + what + ", without a common lock of that object";
  };
  const std::string ofReceiver = text(b, b.locks);
  return ofReceiver.empty() ? text(b.others, b.others.locks) : ofReceiver;
}

class Relater {
public:
  explicit Relater(const ClassSummary& summary)
      : summary_(summary), cycles_(cyclesOfThree(summary)) {
    for (std::size_t index = 0; index < summary.methods.size(); ++index)
      names_.push_back(methodName(summary, index));
  }

  // The order of accesses decides first: it matters for most pairs.
  Relation relate(std::size_t first, std::size_t second) const {
    const MethodSummary& a = summary_.methods[first];
    const MethodSummary& b = summary_.methods[second];
    const std::string locks = locksText(first, second);
    const std::optional<Overlap> forward = overlap(a, b);
    const std::optional<Overlap> backward = forward ? std::nullopt : overlap(b, a);
    const Lock* const common = commonLock(a.locks, b.locks);
    std::string others = othersText(a, b, names_[first], names_[second]);
    if (others.empty())
      others = othersText(b, a, names_[second], names_[first]);
    Relation relation;
    relation.first = first;
    relation.second = second;
    relation.conflict = forward || backward;
    relation.onOther = !others.empty();
    relation.parallel = common == nullptr || relation.onOther;
    relation.doubleLock = !locks.empty();
    if (relation.conflict && common == nullptr) {
      relation.why = forward
                         ? conflictText(*forward, names_[first], names_[second], first == second)
                         : conflictText(*backward, names_[second], names_[first], false);
      relation.why += "; " + lockText(a, b, names_[first], names_[second]);
    } else if (relation.conflict && relation.onOther) {
      relation.why = others;
    } else if (!relation.doubleLock && relation.conflict) {
      relation.why =
          (first == second ? "it holds " : "both hold ") + spoken(*common) + " over all accesses";
    } else if (!relation.doubleLock) {
      relation.why = first == second ? "it writes nothing that two calls have in common"
                                     : "no location in common that one of them writes";
    }
    if (relation.doubleLock)
      relation.why += (relation.why.empty() ? "" : "; ") + locks;
    return relation;
  }

private:
  // In which orders the two take locks. Empty: they cannot cause a deadlock.
  std::string locksText(std::size_t first, std::size_t second) const {
    if (const auto orders = oppositeOrders(summary_.methods[first], summary_.methods[second]))
      return ordersText(*orders, names_[first], names_[second], first == second);
    for (const LockCycle& cycle : cycles_)
      for (std::size_t i = 0; i < cycle.methods.size(); ++i) {
        const std::size_t next = (i + 1) % cycle.methods.size();
        if (std::pair(std::min(cycle.methods[i], cycle.methods[next]),
                      std::max(cycle.methods[i], cycle.methods[next])) == std::pair(first, second))
          return cycleText(cycle);
      }
    return "";
  }

  std::string cycleText(const LockCycle& cycle) const {
    std::string text;
    for (std::size_t i = 0; i < cycle.methods.size(); ++i)
      text +=
          (i == 0 ? "" : "; ") + names_[cycle.methods[i]] + " takes " + spoken(*cycle.orders[i]);
    return text;
  }

  const ClassSummary& summary_;
  std::vector<LockCycle> cycles_;
  std::vector<std::string> names_;
};

} // namespace

std::string methodName(const ClassSummary& summary, std::size_t index) {
  HEDDLE_CHECK(index < summary.methods.size())
      << "method " << index << " of " << summary.methods.size();
  std::string name = shortName(summary.methods[index].name);
  const auto isNamesake = [&](const MethodSummary& one) { return shortName(one.name) == name; };
  return std::ranges::count_if(summary.methods, isNamesake) > 1 ? summary.methods[index].name
                                                                : name;
}

Relation relate(const ClassSummary& summary, std::size_t first, std::size_t second) {
  HEDDLE_CHECK(first <= second && second < summary.methods.size())
      << "methods " << first << " and " << second << " of " << summary.methods.size();
  return Relater(summary).relate(first, second);
}

std::vector<Relation> relateAll(const ClassSummary& summary) {
  const Relater relater(summary);
  std::vector<Relation> relations;
  for (std::size_t first = 0; first < summary.methods.size(); ++first)
    for (std::size_t second = first; second < summary.methods.size(); ++second)
      relations.push_back(relater.relate(first, second));
  HEDDLE_CHECK(relations.size() == summary.methods.size() * (summary.methods.size() + 1) / 2)
      << relations.size() << " relations of " << summary.methods.size() << " methods";
  return relations;
}

} // namespace heddle::analysis
