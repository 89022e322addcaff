// SPDX-License-Identifier: Apache-2.0
#include "campaign/symbolizer.h"

#include <chrono>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/check.h"
#include "support/subprocess.h"

namespace heddle::campaign {

LlvmSymbolizer::Key LlvmSymbolizer::keyOf(const model::Frame& frame) const {
  if (frame.module.empty())
    return {binary_, frame.pc};
  return {frame.module, frame.offset};
}

std::vector<std::vector<model::SourcePlace>>
LlvmSymbolizer::symbolize(const std::vector<model::Frame>& frames) {
  std::vector<Key> unknown;
  for (const model::Frame& frame : frames)
    if (known_.try_emplace(keyOf(frame)).second)
      unknown.push_back(keyOf(frame));
  const std::vector<std::string> answers = ask("CODE", unknown);
  HEDDLE_CHECK(answers.empty() || answers.size() == unknown.size())
      << answers.size() << " answers to " << unknown.size() << " questions";
  for (std::size_t i = 0; i < answers.size(); ++i)
    known_[unknown[i]] = placesFromJson(answers[i]);
  std::vector<std::vector<model::SourcePlace>> out;
  out.reserve(frames.size());
  for (const model::Frame& frame : frames)
    out.push_back(known_[keyOf(frame)]);
  return out;
}

std::vector<std::string> LlvmSymbolizer::ask(std::string_view query,
                                             const std::vector<Key>& keys) const {
  std::vector<std::string> answers;
  if (program_.empty() || keys.empty())
    return answers;
  Command command;
  command.arguments = {program_, "--output-style=JSON", "--inlines", "--demangle"};
  command.environment = {{"DEBUGINFOD_URLS", ""}}; // never the network
  command.input.emplace();
  for (const auto& [file, address] : keys)
    *command.input += fmt::format("{} \"{}\" 0x{:x}\n", query, file, address);
  command.output = Stream::capture();
  command.error = Stream::discard();
  const Result<Completed> done = runCommand(command, std::chrono::seconds(60));
  if (!done)
    return answers; // all stay unknown; the report shows the sites of the trace
  std::istringstream lines(done->output);
  for (std::string line; std::getline(lines, line);)
    answers.push_back(line);
  answers.resize(keys.size());
  return answers;
}

std::vector<std::string> LlvmSymbolizer::nameGlobals(const std::vector<std::uint64_t>& addresses) {
  std::vector<Key> keys;
  keys.reserve(addresses.size());
  for (const std::uint64_t address : addresses)
    keys.emplace_back(binary_, address);
  std::vector<std::string> names;
  for (const std::string& answer : ask("DATA", keys))
    names.push_back(globalFromJson(answer, addresses[names.size()]));
  names.resize(addresses.size());
  return names;
}

std::string globalFromJson(std::string_view line, std::uint64_t address) {
  const nlohmann::json answer = nlohmann::json::parse(line, nullptr, false);
  if (!answer.is_object() || !answer.contains("Data") || !answer["Data"].is_object())
    return "";
  const nlohmann::json& data = answer["Data"];
  std::string name = data.value("Name", std::string());
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  for (std::size_t at = name.find(kAnonymous); at != std::string::npos; at = name.find(kAnonymous))
    name.erase(at, kAnonymous.size());
  const std::string start = data.value("Start", std::string("0x0"));
  const std::uint64_t offset = address - std::stoull(start, nullptr, 16);
  if (name.empty() || name == "??")
    return "";
  return offset == 0 ? name : fmt::format("{}+{}", name, offset);
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

} // namespace heddle::campaign
