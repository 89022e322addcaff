// SPDX-License-Identifier: Apache-2.0
#include "crash/crash.h"

#include <array>
#include <utility>

#include "crash/finish_report.h"
#include "crash/formats.h"
#include "crash/text_lines.h"

namespace heddle::crash {

namespace {

using model::CrashFormat;

// Of two formats that read the same number of frames the earlier wins: the stricter reader comes first.
constexpr std::array<Format, model::kCrashFormats> kFormats = {{
    {CrashFormat::Gdb, scoreGdb, parseGdb},
    {CrashFormat::AddressSanitizer, scoreAddressSanitizer, parseAddressSanitizer},
    {CrashFormat::ThreadSanitizer, scoreThreadSanitizer, parseThreadSanitizer},
    {CrashFormat::UndefinedBehaviourSanitizer, scoreUndefinedBehaviour, parseUndefinedBehaviour},
    {CrashFormat::Backward, scoreBackward, parseBackward},
    {CrashFormat::GlibcBacktrace, scoreGlibc, parseGlibc},
    {CrashFormat::BoostStacktrace, scoreBoost, parseBoost},
    {CrashFormat::StdStacktrace, scoreStdStacktrace, parseStdStacktrace},
    {CrashFormat::Minidump, scoreMinidump, parseMinidump},
    {CrashFormat::Coredumpctl, scoreCoredumpctl, parseCoredumpctl},
    {CrashFormat::Messages, scoreMessages, parseMessages},
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

Result<std::vector<model::CrashReport>> parseWith(const Format& format, const TextLines& lines) {
  auto reports = format.parse(lines);
  if (reports.empty())
    return noStack();
  const FailureMessage message = findFailureMessage(lines);
  for (auto& report : reports) {
    finishReport(report, message);
    if (lines.cut)
      report.notes.emplace_back("the text is too long, a part of it was not read");
  }
  return reports;
}

} // namespace

Result<std::vector<model::CrashReport>> parseCrashes(std::string_view text) {
  const TextLines lines = readableLines(text);
  const Format* format = bestFormat(lines);
  if (format == nullptr)
    return noStack();
  return parseWith(*format, lines);
}

Result<model::CrashReport> parseCrash(std::string_view text) {
  auto reports = parseCrashes(text);
  if (!reports)
    return reports.error();
  model::CrashReport report = std::move(reports->front());
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
