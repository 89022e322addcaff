// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "codegen/call_writer.h"
#include "codegen/names.h"

namespace heddle::codegen {

namespace {

std::string ending(const WrittenCall& call) {
  if (call.traced == nullptr)
    return "   never begins";
  if (call.traced->lastStep == 0)
    return "";
  if (call.traced->threw)
    return call.traced->result.empty() ? "   throws" : "   throws: " + call.traced->result;
  return call.traced->result.empty() || call.isConstruction() ? "" : "   -> " + call.traced->result;
}

std::string onOneLine(const WrittenCall& call) {
  std::string text;
  for (const std::string& statement : call.setUp)
    text += statement + "; ";
  return text + call.statement() + ";";
}

// "PushPop" for two calls.
std::string wordsOf(const WrittenSequence& calls) {
  std::string name;
  for (const WrittenCall& call : calls)
    if (call.operation != nullptr)
      name += camelCase(call.operation->name);
  return name;
}

} // namespace

std::vector<std::string> outlineTest(const ObservedTest& observed) {
  const WrittenTest test = writeCalls(observed);
  std::vector<std::string> lines;
  for (const WrittenCall& call : test.prefix)
    lines.push_back("    " + onOneLine(call) + (call.threw() ? ending(call) : ""));
  for (std::size_t i = 0; i < test.suffixes.size(); ++i)
    for (const WrittenCall& call : test.suffixes[i])
      lines.push_back(fmt::format("T{}  {}{}", test.threads[i], onOneLine(call), ending(call)));
  for (const WrittenCall& call : test.epilogue)
    lines.push_back("    " + onOneLine(call) + ending(call));
  return lines;
}

std::string testName(const ObservedTest& observed) {
  const WrittenTest test = writeCalls(observed);
  std::string name;
  for (const WrittenSequence& suffix : test.suffixes)
    name += (name.empty() ? "" : "While") + wordsOf(suffix);
  return name.empty() ? "Calls" : name;
}

} // namespace heddle::codegen
