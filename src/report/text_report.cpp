// SPDX-License-Identifier: Apache-2.0
// The terminal page: verdict first, the first finding in full, the others in brief, and one summary
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
constexpr std::size_t kMaxInBrief = 4; // findings after the first

class Page {
public:
  Page(const RunResult& result, const TextOptions& options)
      : result_(result), paint_(options.colour),
        width_(std::max<std::size_t>(options.width, kMinWidth)) {}

  std::string render() {
    if (result_.verdict == Verdict::Found) {
      if (result_.reproduction)
        append(reproducedText(*result_.reproduction, width_));
      otherFindings();
      diagnostics();
      summary();
      const Lines search = aboutSearch("coverage: ", "search: ");
      firstFinding(search.size());
      if (lines_.size() + search.size() <= kPageLines)
        append(search);
    } else {
      quietEnd();
      if (result_.coverage && result_.stats.tests > 0)
        covered(*result_.coverage);
      if (result_.reproduction)
        append(triedText(*result_.reproduction, width_));
      append(listAboutSearch());
      otherFindings();
      diagnostics();
    }
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

  // Comes last, in front of all: it gets the lines that the others, and what is still to come, leave.
  void firstFinding(std::size_t linesToCome) {
    if (result_.findings.empty())
      return;
    const std::size_t used = lines_.size() + linesToCome + 1;
    Lines first = findingText(
        result_.findings.front(), options(kPageLines > used ? kPageLines - used : 0), paint_);
    first.emplace_back();
    lines_.insert(lines_.begin(), first.begin(), first.end());
  }

  void otherFindings() {
    // What was found on the way to something else has no page of its own.
    const std::size_t first = result_.verdict == Verdict::Found ? 1 : 0;
    if (result_.findings.size() <= first)
      return;
    const std::size_t others = result_.findings.size() - first;
    if (isReproduce())
      lines_.emplace_back("also found, not the failure that was given:");
    for (std::size_t i = first; i < first + std::min(others, kMaxInBrief); ++i) {
      const Lines brief = findingInBrief(result_.findings[i], options(kPageLines), paint_);
      lines_.insert(lines_.end(), brief.begin(), brief.end());
      lines_.emplace_back();
    }
    if (others > kMaxInBrief) {
      lines_.push_back(fmt::format(
          "{} in {}", counted(others - kMaxInBrief, "more finding"), result_.outDirectory));
      lines_.emplace_back();
    }
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
  }

  std::string foundText() const {
    const std::string first = positionText(result_.stats.firstFinding);
    if (isReproduce())
      return "reproduced in " + first;
    std::uint64_t seen = 0;
    for (const auto& finding : result_.findings)
      seen += finding.seen;
    const std::size_t count = result_.findings.size();
    std::string text = counted(count, "finding");
    if (seen > count)
      text += fmt::format(" (seen {} times)", seen);
    text += (count == 1 && seen == 1 ? " in " : ", first in ") + first;
    if (result_.coverage)
      text += "; " + drivenText(*result_.coverage) + " driven";
    return text;
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
      addVerdict(isReplay() || isReproduce() ? "not reproduced" : "no bug found",
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
    return fmt::format("{}: every {} of {}, {}; other calls and arguments were not tried",
                       within,
                       explored(),
                       counted(result_.stats.tests, "test"),
                       searchText());
  }

  std::string notFound() const {
    if (isReplay())
      return ": the recorded interleaving ran to its end without the failure";
    if (isReproduce())
      return fmt::format(": {}, {}", counted(result_.stats.tests, "test"), searchText());
    const std::string gaps = gapsText(result_.completeness);
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
  const Diagnostic* taken_ = nullptr;
  Lines lines_;
};

} // namespace

std::string textPage(const RunResult& result, const TextOptions& options) {
  return Page(result, options).render();
}

} // namespace heddle::report
