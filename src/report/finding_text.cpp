// SPDX-License-Identifier: Apache-2.0
#include "report/finding_text.h"

#include <algorithm>
#include <fmt/core.h>

#include "report/interleaving_table.h"
#include "report/source_snippet.h"
#include "report/words/advice.h"
#include "report/words/explanation_text.h"
#include "report/words/message_text.h"
#include "report/words/object_text.h"
#include "report/words/pair_text.h"
#include "report/words/severity_text.h"
#include "report/words/thread_text.h"
#include "report/words/titles.h"
#include "support/files.h"

namespace heddle::report {

using model::Finding;
using model::FindingKind;
using model::SourcePlace;
using model::ThreadState;

namespace {

constexpr std::size_t kMaxFrames = 5;
constexpr std::size_t kMaxFramesPerThread = 3; // when several threads are shown
constexpr std::size_t kMaxThreads = 4;
constexpr std::size_t kMaxOutputLines = 5;
constexpr std::size_t kMaxTestLines = 9;
constexpr std::size_t kMinTableRows = 4;
constexpr std::size_t kMaxTableRows = 20;

class FindingPage {
public:
  FindingPage(const Finding& finding, const FindingTextOptions& options, const Paint& paint)
      : finding_(finding), words_(finding), options_(options), paint_(paint),
        sources_(finding.program.workingDirectory) {}

  Lines render() {
    verdict();
    const Lines snippet = sourceSnippet(finding_, sources_, options_.width, paint_);
    append(lines_, snippet);
    why(snippet.empty() ? 2 : snippet.front().find('|'));
    test();
    const Lines rest = afterTable();
    const std::size_t used = lines_.size() + rest.size() + 4; // blank lines and the table's head
    const std::size_t room = options_.maxLines > used ? options_.maxLines - used : 0;
    const std::size_t rows = std::clamp(room, kMinTableRows, kMaxTableRows);
    const Lines table = interleavingTable(finding_, options_.width, rows, paint_);
    if (!table.empty()) {
      lines_.emplace_back();
      append(lines_, table);
    }
    lines_.emplace_back();
    append(lines_, rest);
    return std::move(lines_);
  }

  Lines line() {
    std::string text = finding_.location.file.empty() ? "" : placeText(finding_.location) + ": ";
    text += printable(titleOf(finding_));
    if (const std::string_view reason = severityText(finding_); !reason.empty())
      text += fmt::format("; {}", reason);
    if (!finding_.id.empty())
      text += fmt::format("; {}", command());
    const std::string code = codeText();
    appendWrapped(lines_, "", code + ": " + text, options_.width);
    lines_.front() = painted(code) + lines_.front().substr(code.size());
    return std::move(lines_);
  }

  Lines brief() {
    verdict();
    replay(lines_);
    return std::move(lines_);
  }

private:
  static void append(Lines& to, const Lines& from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  std::string codeText() const {
    return fmt::format("{}[{}]", toText(severityOf(finding_)), toText(finding_.kind));
  }
  std::string painted(const std::string& code) const {
    switch (severityOf(finding_)) {
    case model::Severity::Note:
      return paint_.strong(code);
    case model::Severity::Warning:
      return paint_.caution(code);
    case model::Severity::Error:
      break;
    }
    return paint_.error(code);
  }

  void verdict() {
    const std::string code = codeText();
    Lines wrapped;
    appendWrapped(wrapped, code + ": ", printable(titleOf(finding_)), options_.width);
    wrapped.front() = painted(code) + wrapped.front().substr(code.size());
    append(lines_, wrapped);
    const SourcePlace& at = finding_.location;
    if (at.file.empty())
      return;
    std::string place = fmt::format("  --> {}:{}", at.file, at.line);
    if (at.column > 0)
      place += fmt::format(":{}", at.column);
    lines_.push_back(std::move(place));
  }

  // Under the gutter of the snippet.
  void why(std::size_t indent) {
    const std::string head = std::string(indent, ' ') + "= why: ";
    for (const model::OrderedPair& pair : finding_.why)
      appendWrapped(lines_, head, printable(pairText(finding_, pair)), options_.width);
  }

  // The generated test, in short; the whole is in a file of its own.
  void test() {
    const Lines& all = finding_.testLines;
    if (all.empty())
      return;
    lines_.emplace_back();
    // What builds the state is left out from its middle: the last lines are the calls that matter.
    const std::size_t hidden = all.size() > kMaxTestLines ? all.size() - kMaxTestLines : 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (hidden > 0 && i == 1)
        lines_.push_back(fmt::format("      ... {}", counted(hidden, "more line")));
      if (i < 1 || i >= 1 + hidden)
        lines_.push_back(clipped("  " + printable(all[i]), options_.width));
    }
  }

  Lines afterTable() {
    Lines lines;
    for (const auto& line : explanationText(finding_.explanation))
      lines.push_back(clipped("  " + printable(line), options_.width));
    switch (finding_.kind) {
    case FindingKind::Deadlock:
    case FindingKind::LostWakeup:
      threads(lines, [](const ThreadState& state) {
        return state.status == model::ThreadStatus::WaitingFor;
      });
      break;
    case FindingKind::DataRace:
      // Stacks of one frame say no more than the source above.
      if (std::ranges::any_of(finding_.threads, [](const auto& t) { return t.stack.size() > 1; }))
        threads(lines, [](const ThreadState& state) { return !state.stack.empty(); });
      break;
    default:
      stacks(lines);
    }
    output(lines);
    notes(lines);
    if (!lines.empty())
      lines.emplace_back();
    replay(lines);
    return lines;
  }

  static std::string frameText(const SourcePlace& place) {
    std::string function = place.function.empty() ? "?" : place.function;
    if (place.file.empty())
      return function;
    std::string text = fmt::format("{}  {}:{}", function, place.file, place.line);
    if (place.column > 0)
      text += fmt::format(":{}", place.column);
    return text;
  }

  // One text per frame; a frame that repeats (recursion) is shown once.
  static std::vector<std::string> framesText(const std::vector<SourcePlace>& places,
                                             std::size_t limit) {
    std::vector<std::string> frames;
    for (std::size_t i = 0; i < places.size();) {
      std::size_t end = i + 1;
      while (end < places.size() && places[end] == places[i])
        ++end;
      if (frames.size() == limit) {
        frames.push_back(fmt::format("... {}", counted(places.size() - i, "frame")));
        return frames;
      }
      frames.push_back(frameText(places[i]));
      if (end - i > 1)
        frames.back() += fmt::format(" ({} times)", end - i);
      i = end;
    }
    return frames;
  }

  void stack(Lines& lines,
             std::string_view head,
             const std::vector<SourcePlace>& places,
             std::size_t limit = kMaxFrames) const {
    bool first = true;
    for (const auto& frame : framesText(places, limit)) {
      lines.push_back(
          clipped(padded(first ? head : "", head.size()) + " " + frame, options_.width));
      first = false;
    }
  }

  void stacks(Lines& lines) const {
    // A stack of one frame says no more than the place under the verdict.
    if (finding_.stack.size() > 1) {
      const unsigned thread = finding_.threads.empty() ? 0 : finding_.threads.front().thread;
      stack(lines, fmt::format("  in {}", threadName(thread)), finding_.stack);
    }
    const std::string related = relatedText(finding_.related);
    if (!finding_.related.stack.empty()) {
      lines.push_back(fmt::format("  {} at", related));
      stack(lines, "   ", finding_.related.stack);
    } else if (!related.empty()) {
      lines.push_back("  " + related);
    }
  }

  void thread(Lines& lines, const ThreadState& state) const {
    const std::string runs = ThreadWords::entry(state);
    const std::string entry = runs.empty() ? "" : " (" + runs + ")";
    lines.push_back(
        clipped(fmt::format("  {}{} {}", threadName(state.thread), entry, words_.status(state)),
                options_.width));
    for (const auto& held : words_.holds(state))
      lines.push_back(clipped("     holds " + held, options_.width));
    stack(lines, "     at", state.stack, kMaxFramesPerThread);
  }

  template <typename Wanted>
  void threads(Lines& lines, Wanted wanted) const {
    std::size_t found = 0;
    for (const auto& state : finding_.threads) {
      if (wanted(state) && ++found <= kMaxThreads)
        thread(lines, state);
    }
    if (found > kMaxThreads)
      lines.push_back(fmt::format("  ... {}", counted(found - kMaxThreads, "more thread")));
  }

  void output(Lines& lines) const {
    std::string_view text = finding_.output;
    while (text.ends_with('\n'))
      text.remove_suffix(1);
    if (text.empty())
      return;
    Lines all;
    while (true) {
      const std::size_t end = text.find('\n');
      all.push_back(printable(text.substr(0, end)));
      if (end == std::string_view::npos)
        break;
      text.remove_prefix(end + 1);
    }
    const std::size_t skipped = all.size() > kMaxOutputLines ? all.size() - kMaxOutputLines : 0;
    lines.push_back(skipped == 0
                        ? "  output of the failing execution:"
                        : fmt::format("  output of the failing execution, last {} of {} lines:",
                                      kMaxOutputLines,
                                      all.size()));
    for (std::size_t i = skipped; i < all.size(); ++i)
      lines.push_back(clipped("    | " + all[i], options_.width));
  }

  std::string strength() const {
    // An endless execution has as many preemptions as we had patience.
    const bool endless =
        finding_.kind == FindingKind::Livelock || finding_.kind == FindingKind::Hang;
    if (endless && finding_.replays > 0)
      return replaysText();
    std::string text = finding_.preemptions == 0 ? "no preemption needed"
                                                 : counted(finding_.preemptions, "preemption");
    const bool reduced = finding_.originalEvents > finding_.events ||
                         finding_.originalPreemptions > finding_.preemptions;
    if (reduced)
      text += fmt::format("; reduced from {} and {}",
                          counted(finding_.originalEvents, "step"),
                          counted(finding_.originalPreemptions, "preemption"));
    return finding_.replays > 0 ? text + "; " + replaysText() : text;
  }

  std::string replaysText() const {
    return fmt::format(
        "fails in {} of {}", finding_.replaysFailed, counted(finding_.replays, "replay"));
  }

  void notes(Lines& lines) const {
    for (const auto& note : notesOf(finding_))
      appendWrapped(lines, "  note: ", printable(note), options_.width);
    appendWrapped(lines, "  note: ", strength(), options_.width);
    for (const auto& help : adviceFor(finding_)) {
      Lines wrapped;
      appendWrapped(wrapped, "  help: ", help, options_.width);
      wrapped.front() = "  " + paint_.help("help:") + wrapped.front().substr(7);
      append(lines, wrapped);
    }
  }

  void replay(Lines& lines) const {
    if (finding_.id.empty())
      return;
    replayCommand(lines);
    // A command is there to be copied: it is not cut.
    if (!finding_.testFile.empty())
      appendWrapped(lines, "  test    ", finding_.testCommand, options_.width);
  }

  std::string command() const {
    return "heddle replay " + joinPath(options_.outDirectory, finding_.id + ".heddle");
  }

  void replayCommand(Lines& lines) const {
    const std::string command = "  replay  " + this->command();
    static constexpr std::string_view kHint = "step in a debugger: add --gdb";
    if (command.size() + 5 + kHint.size() <= options_.width) {
      lines.push_back(fmt::format("{}     {}", command, kHint));
      return;
    }
    lines.push_back(command);
    lines.push_back(fmt::format("          {}", kHint));
  }

  const Finding& finding_;
  ThreadWords words_;
  const FindingTextOptions& options_;
  const Paint& paint_;
  explain::SourceFiles sources_;
  Lines lines_;
};

} // namespace

std::string relatedText(const model::RelatedEvent& related) {
  const std::string who =
      related.thread < 0 ? "" : " " + threadName(static_cast<unsigned>(related.thread));
  switch (related.relation) {
  case model::Relation::None:
    return "";
  case model::Relation::FreedBy:
    return "freed by" + who;
  case model::Relation::AllocatedBy:
    return "allocated by" + who;
  }
  return "";
}

namespace {

// "the same cause also shows as data-race (3 method pairs), deadlock (1 method pair)"
std::string alsoText(const Finding& finding) {
  std::vector<std::pair<FindingKind, std::uint64_t>> kinds;
  for (const model::Consequence& other : finding.also) {
    const auto known = std::ranges::find(kinds, other.kind, &decltype(kinds)::value_type::first);
    if (known == kinds.end())
      kinds.emplace_back(other.kind, 1);
    else
      ++known->second;
  }
  std::string text;
  for (const auto& [kind, pairs] : kinds)
    text += fmt::format("{}{} ({})",
                        text.empty() ? "the same cause also shows as " : ", ",
                        toText(kind),
                        counted(pairs, "method pair"));
  return text;
}

std::string_view aSeverity(model::Severity severity) {
  return severity == model::Severity::Warning ? "a warning" : "a note";
}

} // namespace

// The title of a memory error says which variable and which threads; the message says the rest.
Lines notesOf(const Finding& finding) {
  Lines notes;
  const bool isMemory =
      finding.kind == FindingKind::UseAfterFree || finding.kind == FindingKind::HeapOverflow;
  if (isMemory && !finding.message.empty())
    notes.push_back(messageText(finding.message));
  if (const std::string_view reason = severityText(finding); !reason.empty())
    notes.push_back(fmt::format("{} and not an error: {}", aSeverity(severityOf(finding)), reason));
  for (const model::Message& note : finding.notes)
    notes.push_back(messageText(note));
  if (std::string also = alsoText(finding); !also.empty())
    notes.push_back(std::move(also));
  return notes;
}

Lines findingText(const Finding& finding, const FindingTextOptions& options, const Paint& paint) {
  return FindingPage(finding, options, paint).render();
}

Lines findingLine(const Finding& finding, const FindingTextOptions& options, const Paint& paint) {
  return FindingPage(finding, options, paint).line();
}

Lines findingInBrief(const Finding& finding,
                     const FindingTextOptions& options,
                     const Paint& paint) {
  return FindingPage(finding, options, paint).brief();
}

} // namespace heddle::report
