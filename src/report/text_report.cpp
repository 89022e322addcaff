// SPDX-License-Identifier: Apache-2.0
// The terminal page: verdict first, errors in full, warnings and notes in a line each, and one summary
// line. Nothing found says how strong that claim is.
#include <algorithm>
#include <fmt/core.h>

#include "report/claim_text.h"
#include "report/coverage_text.h"
#include "report/diagnostic_text.h"
#include "report/effort_text.h"
#include "report/finding_text.h"
#include "report/pages.h"
#include "report/paint.h"
#include "report/reproduce_text.h"
#include "report/search_notes.h"
#include "report/words/object_text.h"
#include "report/words/wording.h"

namespace heddle::report {

using model::Diagnostic;
using model::RunResult;
using model::Severity;
using model::Verdict;

namespace {

constexpr std::size_t kPageLines = 45;
constexpr std::size_t kMinWidth = 60;
constexpr std::size_t kMaxInFull = 5;  // findings
constexpr std::size_t kMaxInBrief = 4; // those after them
constexpr std::size_t kMaxNotSeen = 4; // known findings

class Page {
public:
  Page(const RunResult& result, const TextOptions& options)
      : result_(result), paint_(options.colour),
        width_(std::max<std::size_t>(options.width, kMinWidth)), isAll_(options.all) {}

  std::string render() {
    if (result_.verdict == Verdict::Found) {
      if (result_.reproduction)
        append(reproducedText(*result_.reproduction, width_));
      otherFindings();
      diagnostics();
      notSeenAgain();
      summary();
      const Lines search = aboutSearch("coverage: ", "search: ");
      firstFinding(search.size());
      if (lines_.size() + search.size() <= kPageLines)
        append(search);
    } else {
      quietEnd();
      if (result_.coverage && (result_.stats.tests > 0 || hasNothingToTest()))
        covered(*result_.coverage);
      if (result_.reproduction)
        append(triedText(*result_.reproduction, width_));
      append(listAboutSearch());
      otherFindings();
      diagnostics();
      notSeenAgain();
    }
    while (!lines_.empty() && lines_.back().empty())
      lines_.pop_back();
    std::string text;
    for (const auto& line : lines_)
      text += line + "\n";
    return text;
  }

private:
  void covered(const model::ClassCoverage& coverage) {
    const std::size_t used =
        lines_.size() + listAboutSearch().size() + 2 * result_.diagnostics.size();
    const Lines text = coverageText(
        coverage, result_.completeness, width_, kPageLines > used ? kPageLines - used : 0);
    lines_.insert(lines_.end(), text.begin(), text.end());
  }

  void append(const Lines& text) { lines_.insert(lines_.end(), text.begin(), text.end()); }

  bool isCheck() const { return result_.coverage.has_value() || isReproduce(); }
  bool isReproduce() const { return result_.reproduction.has_value(); }
  bool isReplay() const { return result_.command == "replay"; }
  bool hasNothingToTest() const {
    return result_.completeness.nothingToTest != model::NothingToTest::No;
  }
  Methods methods() const { return result_.coverage ? methodsOf(*result_.coverage) : Methods(); }

  // Which patterns were covered, and what the strategy says about its search. None if there is nothing to say.
  Lines aboutSearch(std::string_view coverageLabel, std::string_view noteLabel) const {
    Lines lines;
    if (const std::string patterns = patternsText(result_); !patterns.empty())
      appendWrapped(lines, coverageLabel, patterns, width_);
    for (const std::string& note : searchNotes(result_))
      appendWrapped(lines, noteLabel, note, width_);
    return lines;
  }
  Lines listAboutSearch() const { return aboutSearch("  coverage ", "  search   "); }

  // Comes last, in front of all: it gets the lines that the rest, and what is still to come, leave. If there are other
  // findings, the page is longer than a screen anyway.
  void firstFinding(std::size_t linesToCome) {
    if (result_.findings.empty())
      return;
    const std::size_t used = result_.findings.size() > 1 ? 0 : lines_.size() + linesToCome + 1;
    Lines first = findingText(
        result_.findings.front(), options(kPageLines > used ? kPageLines - used : 0), paint_);
    first.emplace_back();
    lines_.insert(lines_.begin(), first.begin(), first.end());
  }

  enum class Shown : std::uint8_t { InFull, InBrief, InALine, Counted };

  Shown shownAs(const model::Finding& finding) const {
    if (isAll_ || isReplay())
      return Shown::InFull;
    if (finding.known)
      return Shown::Counted;
    if (isReproduce())
      return Shown::InBrief;
    if (counts(result_, finding))
      return Shown::InFull;
    const bool isWorthALine =
        severityOf(finding) > Severity::Note || !has([&](const model::Finding& other) {
          return !other.known && severityOf(other) > Severity::Note;
        });
    return isWorthALine ? Shown::InALine : Shown::Counted;
  }

  template <typename Holds>
  bool has(Holds holds) const {
    return std::ranges::any_of(result_.findings, holds);
  }

  // All but the one that is shown first: the most severe in full, warnings and notes in a line each.
  void otherFindings() {
    const std::size_t first = result_.verdict == Verdict::Found ? 1 : 0;
    if (result_.findings.size() <= first)
      return;
    if (first == 0)
      lines_.emplace_back();
    if (isReproduce())
      lines_.emplace_back("also found, not the failure that was given:");
    std::size_t inFull = first;
    std::size_t inBrief = 0;
    std::size_t more = 0;
    Lines list;
    for (std::size_t i = first; i < result_.findings.size(); ++i) {
      const model::Finding& finding = result_.findings[i];
      const Shown shown = shownAs(finding);
      if (shown == Shown::InFull && (inFull < kMaxInFull || isAll_)) {
        ++inFull;
        appendBlock(findingText(finding, options(kPageLines), paint_));
      } else if (shown == Shown::InALine) {
        appendTo(list, findingLine(finding, options(kPageLines), paint_));
      } else if (shown != Shown::Counted && inBrief++ < kMaxInBrief) {
        appendBlock(findingInBrief(finding, options(kPageLines), paint_));
      } else {
        more += shown == Shown::Counted ? 0 : 1;
      }
    }
    if (more > 0)
      appendBlock({fmt::format("{} in {}", counted(more, "more finding"), result_.outDirectory)});
    addCounted(list);
    if (!list.empty())
      appendBlock(list);
  }

  // Findings that are not shown, and known ones that are no longer there.
  void addCounted(Lines& list) const {
    const auto countOf = [&](bool known) {
      return static_cast<std::uint64_t>(
          std::ranges::count_if(result_.findings, [&](const model::Finding& finding) {
            return finding.known == known && shownAs(finding) == Shown::Counted;
          }));
    };
    if (const std::uint64_t notes = countOf(false); notes > 0)
      list.push_back(fmt::format("{} not shown (add --all)", counted(notes, "note")));
    if (const std::uint64_t known = countOf(true); known > 0 && result_.baseline)
      list.push_back(
          fmt::format("{} in {}", counted(known, "known finding"), result_.baseline->file));
  }

  void notSeenAgain() {
    if (!result_.baseline || result_.baseline->notSeen.empty())
      return;
    const std::vector<std::string>& notSeen = result_.baseline->notSeen;
    std::string text = fmt::format("{} not seen again: ", counted(notSeen.size(), "known finding"));
    for (std::size_t i = 0; i < std::min(notSeen.size(), kMaxNotSeen); ++i)
      text += (i > 0 ? "; " : "") + printable(notSeen[i]);
    if (notSeen.size() > kMaxNotSeen)
      text += fmt::format("; {} more", notSeen.size() - kMaxNotSeen);
    appendWrapped(lines_, "", text, width_);
  }

  static void appendTo(Lines& to, const Lines& from) {
    to.insert(to.end(), from.begin(), from.end());
  }
  void appendBlock(const Lines& text) {
    append(text);
    lines_.emplace_back();
  }

  FindingTextOptions options(std::size_t maxLines) const {
    return {.width = width_, .maxLines = maxLines, .outDirectory = result_.outDirectory};
  }

  // What was found and where, then what it took.
  void summary() {
    if (isReplay())
      return addStrong(fmt::format("fails in {} of {}, {}",
                                   result_.findings.front().replaysFailed,
                                   counted(result_.stats.replayExecutions, "replay"),
                                   secondsText(result_.stats.seconds)));
    addStrong(foundText());
    addStrong(effortText(result_));
    if (const std::string untested = untestedText(methods()); !untested.empty())
      appendWrapped(lines_, "not tested: ", untested, width_);
  }

  std::string foundText() const {
    const std::string first = positionText(result_.stats.firstFinding);
    if (isReproduce())
      return "reproduced in " + first;
    std::uint64_t seen = 0;
    std::size_t count = 0;
    for (const model::Finding& finding : result_.findings) {
      seen += finding.known ? 0 : finding.seen;
      count += finding.known ? 0 : 1;
    }
    std::string remarks = severitiesText();
    if (seen > count)
      remarks += fmt::format("{}seen {} times", remarks.empty() ? "" : "; ", seen);
    std::string text = counted(count, "finding");
    if (!remarks.empty())
      text += fmt::format(" ({})", remarks);
    text += (count == 1 && seen == 1 ? " in " : ", first in ") + first;
    if (result_.coverage && untestedText(methods()).empty())
      text += "; " + drivenText(*result_.coverage) + " driven";
    return text;
  }

  // "2 errors, 1 warning"; "" if all are errors.
  std::string severitiesText() const {
    std::string text;
    bool onlyErrors = true;
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Note}) {
      const auto number = static_cast<std::uint64_t>(
          std::ranges::count_if(result_.findings, [&](const model::Finding& finding) {
            return !finding.known && severityOf(finding) == severity;
          }));
      if (number == 0)
        continue;
      text += (text.empty() ? "" : ", ") + counted(number, toText(severity));
      onlyErrors = onlyErrors && severity == Severity::Error;
    }
    return onlyErrors ? "" : text;
  }

  void addStrong(const std::string& text) {
    Lines wrapped;
    appendWrapped(wrapped, "", text, width_);
    for (const auto& line : wrapped)
      lines_.push_back(paint_.strong(line));
  }

  // The first words are the verdict, and the only ones in colour.
  void quietEnd() {
    switch (result_.verdict) {
    case Verdict::Found:
      break;
    case Verdict::Verified:
      addVerdict("verified", verified(), &Paint::good);
      break;
    case Verdict::NotFound:
      addVerdict(isReplay() || isReproduce() ? "not reproduced" : "no bug found" + inMethods(),
                 notFound(),
                 &Paint::caution);
      break;
    case Verdict::Inconclusive:
      addVerdict("inconclusive", inconclusive(), &Paint::caution);
      break;
    case Verdict::Unsupported:
      addVerdict("unsupported", unsupported(), &Paint::caution);
      break;
    }
  }

  void addVerdict(const std::string& verdict,
                  const std::string& rest,
                  std::string (Paint::*colour)(std::string_view) const) {
    Lines wrapped;
    appendWrapped(wrapped, "", verdict + rest, width_);
    wrapped.front() = (paint_.*colour)(verdict) + wrapped.front().substr(verdict.size());
    lines_.insert(lines_.end(), wrapped.begin(), wrapped.end());
  }

  // What an exhaustive search runs one of each of. Interleavings that order conflicting accesses alike behave alike.
  std::string_view explored() const {
    return result_.stats.valueSchedules > 0 ? "order of conflicting accesses" : "interleaving";
  }

  std::string verified() const {
    if (result_.completeness.hasOneInterleaving)
      return ": the program starts no threads, so that it has one interleaving";
    const std::string limit = limitText(result_.completeness.bounds);
    const std::string within = limit.empty() ? "" : " up to " + limit;
    if (!isCheck())
      return fmt::format("{}: every {} was run, {} ({})",
                         within,
                         explored(),
                         counted(result_.stats.executions, "execution"),
                         result_.stats.strategy);
    const std::uint64_t widened = result_.stats.widenedTests;
    return fmt::format("{}: every {} of {}, {}; {}",
                       within,
                       explored(),
                       counted(result_.completeness.tests, "test"),
                       searchText(),
                       widened == 0 ? "other calls and arguments were not tried"
                                    : counted(widened, "more test") +
                                          " with other calls and arguments found nothing");
  }

  std::string notFound() const {
    if (isReplay())
      return ": the recorded interleaving ran to its end without the failure";
    if (isReproduce())
      return fmt::format(": {}, {}", counted(result_.stats.tests, "test"), searchText());
    const std::string gaps = gapsText(result_.completeness, methods());
    if (isCheck())
      return fmt::format(
          ": {}, {}; not a proof: {}", counted(result_.stats.tests, "test"), searchText(), gaps);
    return fmt::format(": {} {} execution{} (seed {}); not a proof: {}",
                       result_.stats.executions,
                       result_.stats.strategy,
                       result_.stats.executions == 1 ? "" : "s",
                       result_.stats.seed,
                       gaps);
  }

  // " in 2 of 5 methods", if the tests do not speak for all of them.
  std::string inMethods() const {
    const model::Completeness& c = result_.completeness;
    return c.methodsTested == c.methods
               ? ""
               : fmt::format(" in {} of {}", c.methodsTested, counted(c.methods, "method"));
  }

  // "345 executions in 0.12 s (seed 1)"
  std::string searchText() const {
    return fmt::format("{} in {} (seed {})",
                       counted(result_.stats.executions, "execution"),
                       secondsText(result_.stats.seconds),
                       result_.stats.seed);
  }

  // What a harness said when it gave up says more than that it did.
  std::string inconclusive() {
    Cause cause = causeOf(result_.completeness);
    const Diagnostic* why = result_.completeness.gaveUp && !result_.completeness.interrupted
                                ? take([](const auto& d) { return d.severity == Severity::Error; })
                                : nullptr;
    if (why != nullptr)
      cause = {.text = why->message, .hint = why->hint};
    if (why == nullptr && gapsOf(result_.completeness).back() == model::Gap::NothingToTest)
      return ": " + cause.text + (cause.hint.empty() ? "" : "; " + cause.hint);
    return fmt::format(": {} after {}{}",
                       cause.text,
                       exploredText(result_),
                       cause.hint.empty() ? "" : "; " + cause.hint);
  }

  std::string unsupported() {
    const Diagnostic* why = take([](const Diagnostic& d) { return d.code == "unsupported"; });
    std::string text =
        why != nullptr ? why->message : "the program uses something heddle does not model";
    if (why != nullptr && !why->place.file.empty())
      text += " at " + placeText(why->place);
    return ": " + text + " (see docs/limits.md)";
  }

  // The first diagnostic that fits; it is then part of the verdict line and not shown again.
  template <typename Fits>
  const Diagnostic* take(Fits fits) {
    const auto found = std::find_if(result_.diagnostics.begin(), result_.diagnostics.end(), fits);
    if (found == result_.diagnostics.end())
      return nullptr;
    taken_ = &*found;
    return taken_;
  }

  void diagnostics() {
    for (const auto& diagnostic : result_.diagnostics) {
      if (&diagnostic == taken_)
        continue;
      const Lines text = diagnosticText(diagnostic, paint_, width_);
      lines_.insert(lines_.end(), text.begin(), text.end());
    }
  }

  const RunResult& result_;
  Paint paint_;
  std::size_t width_;
  bool isAll_;
  const Diagnostic* taken_ = nullptr;
  Lines lines_;
};

} // namespace

std::string textPage(const RunResult& result, const TextOptions& options) {
  return Page(result, options).render();
}

} // namespace heddle::report
