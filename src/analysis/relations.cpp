// SPDX-License-Identifier: Apache-2.0
#include "analysis/relations.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace heddle::analysis {

using model::ClassSummary;
using model::DoubleLock;
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

// A location that `writer` writes and `other` touches, as `other` does it.
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

std::optional<Overlap> overlap(const MethodSummary& writer, const MethodSummary& other) {
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

// A lock that keeps the accesses of the two apart on one object. Two readers' locks do not.
const Lock* commonLock(const MethodSummary& a, const MethodSummary& b) {
  for (const Lock& mine : a.locks) {
    for (const Lock& theirs : b.locks) {
      if (mine.isOwn && theirs.isOwn && mine.path == theirs.path &&
          (!mine.isShared || !theirs.isShared))
        return &mine;
    }
  }
  return nullptr;
}

// The same lock on one object: taking it again is re-entry, which definition 9 leaves out.
bool isReentry(const DoubleLock& pair) {
  return pair.outer.isOwn && pair.inner.isOwn && pair.outer.path == pair.inner.path;
}

// Whether a call that wants `wanted` can wait for one that holds `held`. Two own locks are either of one object,
// and then their paths tell, or of two, and then they are different locks.
bool canBlock(const Lock& held, const Lock& wanted) {
  if (held.isShared && wanted.isShared)
    return false;
  if (held.kind == Lock::kAny || wanted.kind == Lock::kAny)
    return true;
  return held.kind == wanted.kind && (!held.isOwn || !wanted.isOwn || held.path == wanted.path);
}

struct Cycle {
  const DoubleLock* first = nullptr;
  const DoubleLock* second = nullptr;
};

std::optional<Cycle> oppositeOrders(const MethodSummary& a, const MethodSummary& b) {
  for (const DoubleLock& mine : a.doubleLocks) {
    for (const DoubleLock& theirs : b.doubleLocks) {
      if (!isReentry(mine) && !isReentry(theirs) && canBlock(mine.outer, theirs.inner) &&
          canBlock(theirs.outer, mine.inner))
        return Cycle{.first = &mine, .second = &theirs};
    }
  }
  return std::nullopt;
}

std::string spoken(const Lock& lock) {
  if (lock.kind == Lock::kAny)
    return "a lock that is not known";
  return lock.path;
}

std::string order(const DoubleLock& pair) {
  return spoken(pair.outer) + ", then " + spoken(pair.inner);
}

std::string cycleText(const Cycle& cycle,
                      const std::string& first,
                      const std::string& second,
                      bool isOneMethod) {
  const std::string mine = first + " takes " + order(*cycle.first);
  if (isOneMethod && cycle.first == cycle.second)
    return mine + "; so does " + second + " on the other object";
  if (order(*cycle.first) == order(*cycle.second))
    return mine + "; so does " + second + " on another object";
  return mine + "; " + second + " takes " + order(*cycle.second);
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

// Of a pair that conflicts: what both touch.
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

// Of a pair whose accesses can interleave: which locks do not prevent it.
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

struct Names {
  std::string first, second;
};

std::string shortName(const std::string& signature) {
  static constexpr std::string_view kCall = "operator()";
  const std::size_t from = signature.starts_with(kCall) ? kCall.size() : 0;
  const std::size_t parameters = signature.find('(', from);
  return parameters == std::string::npos ? signature : signature.substr(0, parameters) + "()";
}

// The order of accesses decides first: it is what most pairs are about.
Relation relateNamed(const ClassSummary& summary,
                     std::size_t first,
                     std::size_t second,
                     const Names& names) {
  const MethodSummary& a = summary.methods[first];
  const MethodSummary& b = summary.methods[second];
  const std::optional<Overlap> forward = overlap(a, b);
  const std::optional<Overlap> backward = forward ? std::nullopt : overlap(b, a);
  const std::optional<Cycle> cycle = oppositeOrders(a, b);
  const Lock* const common = commonLock(a, b);
  Relation relation;
  relation.first = first;
  relation.second = second;
  relation.conflict = forward || backward;
  relation.parallel = common == nullptr;
  relation.doubleLock = cycle.has_value();
  if (relation.conflict && relation.parallel) {
    relation.why = forward ? conflictText(*forward, names.first, names.second, first == second)
                           : conflictText(*backward, names.second, names.first, false);
    relation.why += "; " + lockText(a, b, names.first, names.second);
  } else if (!relation.doubleLock && relation.conflict) {
    relation.why =
        (first == second ? "it holds " : "both hold ") + spoken(*common) + " over all accesses";
  } else if (!relation.doubleLock) {
    relation.why = first == second ? "it writes nothing that two calls have in common"
                                   : "no location in common that one of them writes";
  }
  if (cycle)
    relation.why += (relation.why.empty() ? "" : "; ") +
                    cycleText(*cycle, names.first, names.second, first == second);
  return relation;
}

} // namespace

std::string methodName(const ClassSummary& summary, std::size_t index) {
  std::string name = shortName(summary.methods[index].name);
  const auto isNamesake = [&](const MethodSummary& one) { return shortName(one.name) == name; };
  return std::ranges::count_if(summary.methods, isNamesake) > 1 ? summary.methods[index].name
                                                                : name;
}

Relation relate(const ClassSummary& summary, std::size_t first, std::size_t second) {
  return relateNamed(summary,
                     first,
                     second,
                     {.first = methodName(summary, first), .second = methodName(summary, second)});
}

std::vector<Relation> relateAll(const ClassSummary& summary) {
  std::vector<std::string> names;
  for (std::size_t index = 0; index < summary.methods.size(); ++index)
    names.push_back(methodName(summary, index));
  std::vector<Relation> relations;
  for (std::size_t first = 0; first < names.size(); ++first) {
    for (std::size_t second = first; second < names.size(); ++second)
      relations.push_back(
          relateNamed(summary, first, second, {.first = names[first], .second = names[second]}));
  }
  return relations;
}

} // namespace heddle::analysis
