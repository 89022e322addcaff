// SPDX-License-Identifier: Apache-2.0
// The page of `heddle deps`. Methods with equal summaries share a line, and lists that would not fit on a screen are
// cut, so that a class of a hundred methods, with five thousand pairs, can still be read.
#include <algorithm>
#include <fmt/core.h>
#include <set>

#include "report/diagnostic_text.h"
#include "report/pages.h"
#include "report/words/message_text.h"
#include "report/words/wording.h"

namespace heddle::report {

using analysis::Relation;
using model::Location;
using model::Lock;
using model::MethodSummary;

namespace {

constexpr std::size_t kPageLines = 45;
constexpr std::size_t kMethodLines = 20; // of the page, at most
constexpr std::size_t kUnsureLines = 2;  // of a method, unless all are wanted
constexpr std::size_t kNameColumn = 30;
constexpr std::size_t kMinWidth = 60;

void addTo(std::string& list, const std::string& item, const char* separator = ", ") {
  list += (list.empty() ? "" : separator) + item;
}

std::string namesOf(const std::vector<Location>& locations) {
  std::string text;
  for (const Location& location : locations)
    addTo(text, location.name == Location::kAnywhere ? "anything" : location.name);
  return text;
}

std::string nameOf(const Lock& lock) {
  return (lock.kind == Lock::kAny ? "a lock that is not known" : lock.path) +
         (lock.isShared ? " (shared)" : "");
}

std::string describe(const MethodSummary& method) {
  std::string text;
  if (!method.reads.empty())
    addTo(text, "reads " + namesOf(method.reads), "; ");
  if (!method.writes.empty())
    addTo(text, "writes " + namesOf(method.writes), "; ");
  if (text.empty())
    text = "touches nothing that calls have in common";
  std::string locks;
  for (const Lock& lock : method.locks)
    addTo(locks, nameOf(lock));
  if (!locks.empty())
    addTo(text, "holds " + locks, "; ");
  std::string nested;
  std::set<std::string> shown; // locks that differ may have one name
  for (const auto& pair : method.doubleLocks) {
    const std::string order = nameOf(pair.outer) + " then " + nameOf(pair.inner);
    if (shown.insert(order).second)
      addTo(nested, order);
  }
  if (!nested.empty())
    addTo(text, "takes " + nested, "; ");
  return text;
}

bool isSameBut(const MethodSummary& a, const MethodSummary& b) {
  return a.reads == b.reads && a.writes == b.writes && a.locks == b.locks &&
         a.doubleLocks == b.doubleLocks && a.unsure == b.unsure;
}

class DepsPage {
public:
  DepsPage(const Dependencies& deps, const TextOptions& options, bool all)
      : deps_(deps), paint_(options.colour),
        width_(std::max<std::size_t>(options.width, kMinWidth)), all_(all),
        counts_(countPairs(deps.relations)) {}

  std::string render() {
    headline();
    methods();
    const Lines end = ending();
    const std::size_t used = lines_.size() + end.size() + 3;
    const auto isKept = [](const Relation& one) { return !one.isPruned(); };
    pairs("worth running concurrently", isKept, kPageLines > used ? kPageLines - used : 1);
    if (all_)
      pairs("pruned", [](const Relation& one) { return one.isPruned(); }, 0);
    lines_.insert(lines_.end(), end.begin(), end.end());
    std::string text;
    for (const std::string& line : lines_)
      text += line + "\n";
    return text;
  }

private:
  void headline() {
    Lines wrapped;
    const std::string name = printable(deps_.summary.className);
    appendWrapped(wrapped,
                  "",
                  fmt::format("{}: {}, {} of {} worth running concurrently",
                              name,
                              counted(deps_.summary.methods.size(), "method"),
                              counts_.kept,
                              counted(counts_.pairs, "pair")),
                  width_);
    const std::size_t strong = std::min(name.size(), wrapped.front().size());
    wrapped.front() =
        paint_.strong(wrapped.front().substr(0, strong)) + wrapped.front().substr(strong);
    lines_.insert(lines_.end(), wrapped.begin(), wrapped.end());
    lines_.emplace_back();
  }

  // A name and what is said about it, in two columns; a name that is too long gets lines of its own.
  Lines entry(const std::string& name, const std::string& text) const {
    const std::string first = "  " + printable(name);
    const std::string column(kNameColumn + 2, ' ');
    Lines lines;
    if (columnsOf(first) < columnsOf(column)) {
      appendWrapped(lines, padded(first, kNameColumn + 2), printable(text), width_);
      return lines;
    }
    appendWrapped(lines, "  ", printable(name), width_);
    appendWrapped(lines, column, printable(text), width_);
    return lines;
  }

  Lines methodEntry(const std::string& names, const MethodSummary& method) const {
    Lines lines = entry(names, describe(method));
    const std::string column(kNameColumn + 2, ' ');
    const std::size_t shown =
        all_ ? method.unsure.size() : std::min(method.unsure.size(), kUnsureLines);
    for (std::size_t i = 0; i < shown; ++i)
      appendWrapped(lines, column + "unsure: ", printable(messageText(method.unsure[i])), width_);
    if (shown < method.unsure.size())
      lines.push_back(column + fmt::format("unsure: ... {} more", method.unsure.size() - shown));
    return lines;
  }

  void methods() {
    std::vector<Lines> entries;
    const std::vector<MethodSummary>& all = deps_.summary.methods;
    std::vector<bool> done(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::string names;
      for (std::size_t j = i; j < all.size(); ++j) {
        if (done[j] || !isSameBut(all[i], all[j]))
          continue;
        done[j] = true;
        addTo(names, all[j].name);
      }
      if (!names.empty())
        entries.push_back(methodEntry(names, all[i]));
    }
    section("methods", entries, kMethodLines);
  }

  void pairs(const std::string& title, bool (*isShown)(const Relation&), std::size_t maxLines) {
    std::vector<Lines> entries;
    for (const Relation& relation : deps_.relations)
      if (isShown(relation))
        entries.push_back(entry(analysis::methodName(deps_.summary, relation.first) + " | " +
                                    analysis::methodName(deps_.summary, relation.second),
                                relation.why));
    section(title, entries, maxLines);
  }

  void section(const std::string& title, const std::vector<Lines>& entries, std::size_t maxLines) {
    if (entries.empty())
      return;
    lines_.push_back(paint_.strong(title));
    std::size_t left = maxLines;
    std::size_t shown = 0;
    for (const Lines& lines : entries) {
      if (!all_ && lines.size() > left)
        break;
      left -= std::min(left, lines.size());
      lines_.insert(lines_.end(), lines.begin(), lines.end());
      ++shown;
    }
    if (shown < entries.size())
      lines_.push_back(fmt::format("  ... {} more (--all)", entries.size() - shown));
    lines_.emplace_back();
  }

  Lines ending() const {
    Lines lines;
    std::string why;
    if (counts_.commonLock > 0)
      addTo(why, fmt::format("{} hold a common lock", counts_.commonLock));
    if (counts_.nothingInCommon > 0)
      addTo(why, fmt::format("{} have nothing in common", counts_.nothingInCommon));
    appendWrapped(lines,
                  "",
                  fmt::format("{} of {} pruned{}{}",
                              counts_.pruned(),
                              counted(counts_.pairs, "pair"),
                              why.empty() ? "" : ": ",
                              why),
                  width_);
    lines.front() = paint_.strong(lines.front());
    for (const model::Diagnostic& diagnostic : deps_.diagnostics) {
      const Lines text = diagnosticText(diagnostic, paint_, width_);
      lines.insert(lines.end(), text.begin(), text.end());
    }
    return lines;
  }

  const Dependencies& deps_;
  Paint paint_;
  std::size_t width_;
  bool all_;
  PairCounts counts_;
  Lines lines_;
};

} // namespace

PairCounts countPairs(const std::vector<Relation>& relations) {
  PairCounts counts;
  counts.pairs = relations.size();
  for (const Relation& relation : relations) {
    if (!relation.isPruned()) {
      ++counts.kept;
      counts.doubleLock += relation.doubleLock ? 1 : 0;
    } else if (relation.conflict) {
      ++counts.commonLock;
    } else {
      ++counts.nothingInCommon;
    }
  }
  return counts;
}

std::string textPage(const Dependencies& dependencies, const TextOptions& options, bool all) {
  return DepsPage(dependencies, options, all).render();
}

} // namespace heddle::report
