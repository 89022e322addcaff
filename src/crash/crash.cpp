// SPDX-License-Identifier: Apache-2.0
#include "crash/crash.h"

#include <algorithm>
#include <array>
#include <utility>

#include "crash/finish_report.h"
#include "crash/formats/formats.h"
#include "crash/scan.h"
#include "crash/text_lines.h"

namespace heddle::crash {

namespace {

using model::CrashFormat;

constexpr const char* kTooLong = "the text is too long, a part of it was not read";
constexpr std::size_t kMaxSessions = 100; // of a debugger, in one text

// Of two formats that read the same number of frames the earlier wins: the stricter reader comes first.
constexpr std::array<Format, model::kCrashFormats> kFormats = {{
    {.format = CrashFormat::Gdb, .score = scoreGdb, .parse = parseGdb},
    {.format = CrashFormat::AddressSanitizer,
     .score = scoreAddressSanitizer,
     .parse = parseAddressSanitizer},
    {.format = CrashFormat::ThreadSanitizer,
     .score = scoreThreadSanitizer,
     .parse = parseThreadSanitizer},
    {.format = CrashFormat::UndefinedBehaviourSanitizer,
     .score = scoreUndefinedBehaviour,
     .parse = parseUndefinedBehaviour},
    {.format = CrashFormat::Backward, .score = scoreBackward, .parse = parseBackward},
    {.format = CrashFormat::GlibcBacktrace, .score = scoreGlibc, .parse = parseGlibc},
    {.format = CrashFormat::BoostStacktrace, .score = scoreBoost, .parse = parseBoost},
    {.format = CrashFormat::StdStacktrace,
     .score = scoreStdStacktrace,
     .parse = parseStdStacktrace},
    {.format = CrashFormat::Minidump, .score = scoreMinidump, .parse = parseMinidump},
    {.format = CrashFormat::Coredumpctl, .score = scoreCoredumpctl, .parse = parseCoredumpctl},
    {.format = CrashFormat::Messages, .score = scoreMessages, .parse = parseMessages},
}};

TextLines readableLines(std::string_view text) {
  TextLines lines = splitText(text);
  stripLogPrefixes(lines);
  return lines;
}

const Format* bestFormat(const TextLines& lines) {
  const Format* best = nullptr;
  std::size_t bestScore = 0;
  for (const Format& format : kFormats) {
    const std::size_t score = format.score(lines);
    if (score <= bestScore)
      continue;
    best = &format;
    bestScore = score;
  }
  return best;
}

Error noStack() {
  std::string known;
  for (std::size_t i = 0; i < model::kCrashFormats; ++i)
    known += (i == 0 ? "" : ", ") + std::string(toText(static_cast<CrashFormat>(i)));
  return Error{"no stack found in this text; known formats: " + known};
}

// A debugger says which signal it was before each stack; what comes between the two belongs to the second.
std::vector<TextLines> debuggerSessions(const TextLines& text) {
  std::vector<TextLines> sessions(1);
  std::size_t begin = 0, behindFrames = 0;
  const auto copy = [&](std::size_t end) {
    TextLines& session = sessions.back();
    session.wrapWidth = text.wrapWidth;
    session.cut = text.cut;
    session.lines.assign(text.lines.begin() + static_cast<std::ptrdiff_t>(begin),
                         text.lines.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  };
  for (std::size_t i = 0; i < text.lines.size(); ++i) {
    std::string_view line = trimmed(text.lines[i]);
    if (takeLiteral(line, "#") && takeDecimal(line))
      behindFrames = i + 1;
    else if (behindFrames > begin && sessions.size() < kMaxSessions &&
             (contains(line, "received signal SIG") ||
              contains(line, "terminated with signal SIG"))) {
      copy(behindFrames);
      sessions.emplace_back();
    }
  }
  copy(text.lines.size());
  return sessions;
}

Result<std::vector<model::CrashReport>> parseWith(const Format& format, const TextLines& lines) {
  std::vector<model::CrashReport> reports;
  const auto read = [&](const TextLines& part) {
    const FailureMessage message = findFailureMessage(part);
    for (model::CrashReport& report : format.parse(part)) {
      finishReport(report, message);
      if (part.cut)
        report.notes.emplace_back(kTooLong);
      reports.push_back(std::move(report));
    }
  };
  if (format.format == CrashFormat::Gdb)
    std::ranges::for_each(debuggerSessions(lines), read);
  else
    read(lines);
  if (reports.empty())
    return noStack();
  return reports;
}

} // namespace

Result<std::vector<model::CrashReport>> parseCrashes(std::string_view text) {
  const TextLines lines = isEscaped(text) ? readableLines(unescaped(text)) : readableLines(text);
  const Format* format = bestFormat(lines);
  if (format == nullptr && text.size() > kMaxText) { // a log of hours ends with the crash
    auto reports = parseCrashes(text.substr(text.size() - kMaxText));
    if (reports)
      for (auto& report : *reports)
        report.notes.emplace_back(kTooLong);
    return reports;
  }
  if (format == nullptr)
    return noStack();
  return parseWith(*format, lines);
}

Result<model::CrashReport>
parseCrash(std::string_view text, const std::function<bool(const model::CrashReport&)>& isWanted) {
  auto reports = parseCrashes(text);
  if (!reports)
    return reports.error();
  const auto wanted = isWanted ? std::ranges::find_if(*reports, isWanted) : reports->begin();
  model::CrashReport report = std::move(wanted == reports->end() ? reports->front() : *wanted);
  if (const std::size_t more = reports->size() - 1; more > 0)
    report.notes.push_back(std::to_string(more) + " more " + (more == 1 ? "report" : "reports") +
                           " in this text, not used");
  return report;
}

Result<std::vector<model::CrashReport>> parseCrashesAs(CrashFormat format, std::string_view text) {
  for (const Format& candidate : kFormats)
    if (candidate.format == format)
      return parseWith(candidate, readableLines(text));
  return noStack();
}

} // namespace heddle::crash
