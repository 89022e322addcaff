// SPDX-License-Identifier: Apache-2.0
// lld names each undefined symbol and functions that refer to it:
//
//   ld.lld: error: undefined symbol: Queue::drop()
//   >>> referenced by queue.hpp:7
//   >>>               harness.o:(void heddle::harness::run<heddle_generated::heddle_op_3, Queue>(void**, ...))
//   >>> referenced by queue.hpp:9
//   >>>               harness.o:(Queue::clear())
//
// The thunk of an operation has its number in its name; a method of the class is an operation by its name.
#include "build/unlinked.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>
#include <string_view>

namespace heddle::build {

namespace {

constexpr std::string_view kUndefined = "undefined symbol: ";
constexpr std::string_view kThunk = "heddle_op_";

bool isMaker(const model::OperationModel& operation) {
  return operation.kind == model::OperationKind::Constructor ||
         operation.kind == model::OperationKind::Factory;
}

// "ns::Queue<int>::clear(int) const" -> "clear"
std::string methodName(std::string_view function) {
  std::size_t nesting = 0;
  std::size_t end = function.size();
  for (std::size_t i = 0; i < function.size(); ++i) {
    nesting += function[i] == '<' ? 1 : 0;
    nesting -= function[i] == '>' && nesting > 0 ? 1 : 0;
    if (function[i] == '(' && nesting == 0) {
      end = i;
      break;
    }
  }
  const std::string_view name = function.substr(0, end);
  const std::size_t colon = name.rfind("::");
  return std::string(colon == std::string_view::npos ? name : name.substr(colon + 2));
}

// The operations that a function which refers to an undefined symbol belongs to.
std::vector<std::size_t> operationsOf(std::string_view function, const model::ClassModel& subject) {
  std::vector<std::size_t> found;
  if (const std::size_t at = function.find(kThunk); at != std::string_view::npos) {
    std::size_t number = 0;
    const std::string_view digits = function.substr(at + kThunk.size());
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (number < subject.operations.size())
      found.push_back(number);
    return found;
  }
  if (function.find(subject.shortName) == std::string_view::npos)
    return found;
  const std::string name = methodName(function);
  for (std::size_t i = 0; i < subject.operations.size(); ++i)
    if (subject.operations[i].name == name || subject.operations[i].then == name)
      found.push_back(i);
  return found;
}

} // namespace

std::vector<UnlinkedOperation> unlinkedOperations(const std::string& linkerOutput,
                                                  const model::ClassModel& subject) {
  std::vector<UnlinkedOperation> unlinked;
  std::set<std::size_t> known;
  std::string symbol;
  bool isExplained = true;
  std::istringstream lines(linkerOutput);
  for (std::string line; std::getline(lines, line);) {
    if (const std::size_t at = line.find(kUndefined); at != std::string::npos) {
      if (!isExplained)
        return {};
      symbol = line.substr(at + kUndefined.size());
      isExplained = false;
    }
    const std::size_t open = line.find(":(");
    if (symbol.empty() || !line.starts_with(">>>") || open == std::string::npos)
      continue;
    for (const std::size_t operation :
         operationsOf(std::string_view(line).substr(open + 2), subject)) {
      isExplained = true;
      if (known.insert(operation).second)
        unlinked.push_back({.operation = operation, .symbol = symbol});
    }
  }
  const auto remains = [&](bool maker) {
    for (std::size_t i = 0; i < subject.operations.size(); ++i)
      if (isMaker(subject.operations[i]) == maker && !known.contains(i))
        return true;
    return false;
  };
  if (!isExplained || !remains(true) || !remains(false))
    return {};
  return unlinked;
}

} // namespace heddle::build
