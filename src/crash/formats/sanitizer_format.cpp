// SPDX-License-Identifier: Apache-2.0
// AddressSanitizer, ThreadSanitizer, UndefinedBehaviorSanitizer: a headline, then stacks with a title each. One text may
// contain reports of several; the format of a text only decides its name.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "crash/formats/formats.h"
#include "crash/formats/sanitizer_frame.h"
#include "crash/formats/sanitizer_words.h"
#include "crash/formats/stack_collector.h"
#include "crash/scan.h"

namespace heddle::crash {

namespace {

using model::StackRole;

constexpr std::size_t kMaxReports = 1000;

bool startsAnew(std::string_view line) {
  return startsSanitizerFrame(line) || line.starts_with("==") || line.starts_with("SUMMARY:") ||
         line.starts_with("0x") || readSectionTitle(line, model::FindingKind::None).has_value();
}

// Reads a text report by report.
class SanitizerReader {
public:
  SanitizerReader(const TextLines& text, model::CrashFormat format) : text_(text), format_(format) {
    report_.format = format;
  }

  std::vector<model::CrashReport> run() {
    for (std::size_t i = 0; i < text_.lines.size() && reports_.size() < kMaxReports; ++i) {
      const std::string_view line = trimmed(text_.lines[i]);
      if (startsSanitizerFrame(line)) {
        if (const auto frame = readSanitizerFrame(joinWrapped(text_, i, startsAnew)))
          add(*frame);
      } else if (auto headline = readHeadline(line)) {
        finish();
        begin(std::move(*headline));
      } else if (auto title = readSectionTitle(line, report_.kind)) {
        nextRole_ = title->role;
        // "READ of size 8 ... thread T0" follows the headline; hints without a thread do not replace it.
        if (!title->thread.empty() || title->role != StackRole::Crashing)
          nextThread_ = title->thread;
        nextTitle_ = line;
        nextIsDescription_ = title->isDescription;
      }
    }
    finish();
    return std::move(reports_);
  }

private:
  void begin(Headline headline) {
    report_.format = headline.format;
    report_.kind = headline.kind;
    report_.message = std::move(headline.message);
    place_ = std::move(headline.place);
    nextRole_ = StackRole::Crashing;
    nextThread_ = std::move(headline.thread);
    nextTitle_.clear();
    nextIsDescription_ = false;
  }

  void add(const SanitizerFrame& read) {
    if (read.number == 0 && nextIsDescription_)
      return;
    if (read.number == 0)
      startStack();
    // Frames inlined into each other have the same address. So do those of a recursion, but then the function is the
    // same.
    auto* inner = stacks_.last();
    if (inner != nullptr && read.address != 0 && read.address == lastAddress_ &&
        inner->function != read.frame.function)
      inner->inlined = true;
    lastAddress_ = read.address;
    stacks_.add(read.frame);
  }

  void startStack() {
    model::ThreadStack stack;
    stack.role = nextRole_;
    if (stack.role == StackRole::Crashing && hasCrashing_)
      stack.role = report_.kind == model::FindingKind::Deadlock ? StackRole::PreviousAccess
                                                                : StackRole::OtherThread;
    hasCrashing_ = hasCrashing_ || stack.role == StackRole::Crashing;
    stack.thread = nextThread_;
    stack.title = nextTitle_;
    stacks_.begin(std::move(stack));
    lastAddress_ = 0;
    nextRole_ = StackRole::OtherThread;
    nextThread_.clear();
    nextTitle_.clear();
  }

  void finish() {
    report_.stacks = stacks_.take();
    if (report_.stacks.empty() && !place_.file.empty()) {
      model::ThreadStack stack;
      stack.frames.push_back(place_);
      report_.stacks.push_back(std::move(stack));
    }
    const auto crashing = std::ranges::find_if(
        report_.stacks, [](const auto& s) { return s.role == StackRole::Crashing; });
    if (crashing != report_.stacks.end())
      std::rotate(report_.stacks.begin(), crashing, crashing + 1);
    if (!report_.stacks.empty()) {
      report_.stacks.front().role = StackRole::Crashing; // a leak has no other role
      reports_.push_back(std::move(report_));
    }
    report_ = {};
    report_.format = format_;
    place_ = {};
    hasCrashing_ = false;
    nextRole_ = StackRole::Crashing;
  }

  const TextLines& text_;
  model::CrashFormat format_;
  std::vector<model::CrashReport> reports_;
  model::CrashReport report_;
  StackCollector stacks_;
  model::CrashFrame place_;
  StackRole nextRole_ = StackRole::Crashing;
  std::string nextThread_, nextTitle_;
  std::uint64_t lastAddress_ = 0;
  bool hasCrashing_ = false;
  bool nextIsDescription_ = false;
};

std::size_t score(const TextLines& text, model::CrashFormat format) {
  std::size_t frames = 0, headlines = 0;
  for (std::size_t i = 0; i < text.lines.size(); ++i) {
    const std::string_view line = trimmed(text.lines[i]);
    if (const auto headline = readHeadline(line)) {
      headlines += headline->format == format ? kHeadlineScore : 0;
    } else if (startsSanitizerFrame(line)) {
      // Without a headline, accept only what no other format writes: an address and no blank before the arguments, or a
      // module.
      const auto frame = readSanitizerFrame(joinWrapped(text, i, startsAnew));
      const bool isTelling = frame && (frame->frame.line != 0 || !frame->frame.module.empty());
      frames += isTelling ? 1 : 0;
    }
  }
  return headlines + frames;
}

} // namespace

std::size_t scoreAddressSanitizer(const TextLines& text) {
  return score(text, model::CrashFormat::AddressSanitizer);
}
std::vector<model::CrashReport> parseAddressSanitizer(const TextLines& text) {
  return SanitizerReader(text, model::CrashFormat::AddressSanitizer).run();
}
std::size_t scoreThreadSanitizer(const TextLines& text) {
  return score(text, model::CrashFormat::ThreadSanitizer);
}
std::vector<model::CrashReport> parseThreadSanitizer(const TextLines& text) {
  return SanitizerReader(text, model::CrashFormat::ThreadSanitizer).run();
}
std::size_t scoreUndefinedBehaviourSanitizer(const TextLines& text) {
  return score(text, model::CrashFormat::UndefinedBehaviourSanitizer);
}
std::vector<model::CrashReport> parseUndefinedBehaviourSanitizer(const TextLines& text) {
  return SanitizerReader(text, model::CrashFormat::UndefinedBehaviourSanitizer).run();
}

} // namespace heddle::crash
