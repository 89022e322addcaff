// SPDX-License-Identifier: Apache-2.0
// boost::stacktrace, and std::stacktrace, whose form comes from boost:
//
//    0# tellStack() at /tmp/tell.cpp:3                       both
//    1# shop::Logbook::visit() in ./prog                     boost
//    2# 0x000055A6C941B452 in ./prog                         boost
//    3# main at /tmp/main.cpp:22 (discriminator 4)           boost, by addr2line
//    4#      at /tmp/main.cpp:23                             std, a lambda
//      3# main at /tmp/main.cpp:22 [0x55a6c941b452]          std, from GCC 13 on; the number is four wide
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "crash/brackets.h"
#include "crash/canonical_name.h"
#include "crash/formats/formats.h"
#include "crash/formats/stack_collector.h"
#include "crash/scan.h"

namespace heddle::crash {

namespace {

struct NumberedFrame {
  std::uint64_t number = 0;
  bool saysStd = false;
  bool saysBoost = false;
  model::CrashFrame frame;
};

bool startsFrame(std::string_view line) {
  return takeDecimal(line) && takeLiteral(line, "#") && (line.empty() || isSpace(line.front()));
}

void readModule(std::string_view text, NumberedFrame& result) {
  result.saysBoost = true;
  result.frame.module = trimmed(text);
}

// "log.hpp:64 (discriminator 4)": addr2line prints which of several blocks of that line it is.
std::string_view withoutDiscriminator(std::string_view place) {
  const std::size_t open = place.rfind(" (discriminator ");
  return open == std::string_view::npos ? place : place.substr(0, open);
}

// What follows the function: ` at file:line`, ` in module`, or both.
void readTail(std::string_view tail, NumberedFrame& result) {
  if (takeLiteral(tail, "in "))
    return readModule(tail, result);
  takeLiteral(tail, "at ");
  if (const std::size_t in = tail.rfind(" in "); in != std::string_view::npos) {
    readModule(tail.substr(in + 4), result);
    tail = tail.substr(0, in);
  }
  if (const auto place = placeOf(trimmed(withoutDiscriminator(tail)))) {
    result.frame.file = place->file;
    result.frame.line = place->line;
  } else if (trimmed(tail) != ":0") { // nothing is known
    result.frame.file = trimmed(tail);
  }
}

std::optional<NumberedFrame> readFrame(std::string_view raw) {
  std::string_view line = trimmed(raw);
  if (!startsFrame(line))
    return std::nullopt;
  NumberedFrame result;
  const std::size_t indent = raw.find_first_not_of(" \t");
  result.number = takeDecimal(line).value_or(0);
  result.saysStd = result.number < 10 && indent >= 3;
  takeLiteral(line, "#");
  line = trimmed(line);
  if (const std::size_t bracket = line.rfind('[');
      line.ends_with(']') && bracket != std::string_view::npos) {
    std::string_view address = line.substr(bracket + 1);
    if (takeHex(address) && address == "]") {
      result.saysStd = true;
      line = trimmed(line.substr(0, bracket));
    }
  }
  if (line.starts_with("at ")) { // no name: a lambda, or code of a library
    readTail(line, result);
    return result;
  }
  std::string_view function = line;
  for (const std::size_t blank : outerBlanks(line)) {
    const std::string_view rest = line.substr(blank + 1);
    if (!rest.starts_with("at ") && !rest.starts_with("in "))
      continue;
    function = line.substr(0, blank);
    readTail(rest, result);
    break;
  }
  std::string_view address = function;
  if (!takeHex(address) || !address.empty())
    result.frame.function = canonicalFunction(function);
  return result;
}

std::size_t score(const TextLines& text, bool wantsBoost) {
  std::size_t frames = 0, boost = 0, standard = 0;
  for (std::size_t i = 0; i < text.lines.size(); ++i) {
    if (!startsFrame(trimmed(text.lines[i])))
      continue;
    const auto frame = readFrame(joinWrapped(text, i, startsFrame));
    if (!frame || (frame->frame.function.empty() && frame->frame.module.empty()))
      continue;
    ++frames;
    boost += frame->saysBoost ? 1 : 0;
    standard += frame->saysStd ? 1 : 0;
  }
  const bool isBoost = boost > 0 || standard == 0;
  return isBoost == wantsBoost ? frames : 0;
}

std::vector<model::CrashReport> parse(const TextLines& text, model::CrashFormat format) {
  StackCollector stacks;
  for (std::size_t i = 0; i < text.lines.size(); ++i) {
    if (!startsFrame(trimmed(text.lines[i])))
      continue;
    auto read = readFrame(joinWrapped(text, i, startsFrame));
    if (!read)
      continue;
    if (read->number == 0)
      stacks.end();
    stacks.add(std::move(read->frame));
  }
  model::CrashReport report;
  report.format = format;
  report.stacks = stacks.take();
  if (report.stacks.empty())
    return {};
  return {std::move(report)};
}

} // namespace

std::size_t scoreBoostStacktrace(const TextLines& text) {
  return score(text, true);
}
std::vector<model::CrashReport> parseBoostStacktrace(const TextLines& text) {
  return parse(text, model::CrashFormat::BoostStacktrace);
}
std::size_t scoreStdStacktrace(const TextLines& text) {
  return score(text, false);
}
std::vector<model::CrashReport> parseStdStacktrace(const TextLines& text) {
  return parse(text, model::CrashFormat::StdStacktrace);
}

} // namespace heddle::crash
