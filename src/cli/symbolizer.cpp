// SPDX-License-Identifier: Apache-2.0
#include "cli/symbolizer.h"

#include <chrono>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/subprocess.h"

namespace heddle::cli {

LlvmSymbolizer::Key LlvmSymbolizer::keyOf(const model::Frame& frame) const {
  // Almost all are return addresses, which may belong to the next line, or after a call that does
  // not return to the next function. One byte back is inside the call. The exception, an instruction
  // that faulted, has its hook right before it, which is on the same line.
  if (frame.module.empty())
    return {binary_, frame.pc - 1};
  return {frame.module, frame.offset - 1};
}

std::vector<std::vector<model::SourcePlace>>
LlvmSymbolizer::symbolize(const std::vector<model::Frame>& frames) {
  std::vector<Key> unknown;
  for (const model::Frame& frame : frames)
    if (known_.try_emplace(keyOf(frame)).second)
      unknown.push_back(keyOf(frame));
  if (!unknown.empty() && !program_.empty())
    ask(unknown);
  std::vector<std::vector<model::SourcePlace>> out;
  out.reserve(frames.size());
  for (const model::Frame& frame : frames)
    out.push_back(known_[keyOf(frame)]);
  return out;
}

void LlvmSymbolizer::ask(const std::vector<Key>& keys) {
  Command command;
  command.arguments = {program_, "--output-style=JSON", "--inlines", "--demangle"};
  command.environment = {{"DEBUGINFOD_URLS", ""}}; // never the network
  command.input.emplace();
  for (const auto& [file, address] : keys)
    *command.input += fmt::format("\"{}\" 0x{:x}\n", file, address);
  command.output = Stream::capture();
  command.error = Stream::discard();
  const Result<Completed> done = runCommand(command, std::chrono::seconds(60));
  if (!done)
    return; // frames stay unknown; the report shows the sites of the trace
  std::istringstream lines(done->output);
  std::string line;
  for (const Key& key : keys) {
    if (!std::getline(lines, line))
      break;
    known_[key] = placesFromJson(line);
  }
}

std::vector<model::SourcePlace> placesFromJson(std::string_view line) {
  std::vector<model::SourcePlace> places;
  const nlohmann::json answer = nlohmann::json::parse(line, nullptr, false);
  if (!answer.is_object() || !answer.contains("Symbol"))
    return places;
  for (const nlohmann::json& symbol : answer["Symbol"]) {
    model::SourcePlace place;
    place.file = symbol.value("FileName", std::string());
    place.function = symbol.value("FunctionName", std::string());
    place.line = symbol.value("Line", 0U);
    place.column = symbol.value("Column", 0U);
    if (!place.file.empty() || !place.function.empty())
      places.push_back(std::move(place));
  }
  return places;
}

} // namespace heddle::cli
