// SPDX-License-Identifier: Apache-2.0
#include "codegen/call_writer.h"

#include <algorithm>
#include <sstream>

#include "codegen/names.h"
#include "runtime/abi/calls.h"

namespace heddle::codegen {

namespace {

const model::TracedCall*
findTraced(const std::vector<model::TracedCall>& calls, unsigned lane, std::size_t index) {
  const auto found = std::ranges::find_if(
      calls, [&](const auto& call) { return call.lane == lane && call.index == index; });
  return found == calls.end() ? nullptr : &*found;
}

void splitSource(const std::string& source, WrittenCall& call) {
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    while (!line.empty() && (line.back() == ';' || line.back() == ' '))
      line.pop_back();
    if (!line.empty())
      call.setUp.push_back(std::move(line));
  }
  if (call.setUp.empty())
    return;
  call.expression = std::move(call.setUp.back());
  call.setUp.pop_back();
}

class Writer {
public:
  explicit Writer(const ObservedTest& observed) : observed_(observed) {
    out_.object = objectName(observed.subject.shortName);
  }

  WrittenTest run() {
    const auto& [prefix, suffixes, epilogue] = observed_.test;
    out_.prefix = sequence(prefix, observed_.source.prefix, abi::kPrefixLane);
    for (std::size_t i = 0; i < suffixes.size() && i < observed_.source.suffixes.size(); ++i) {
      out_.suffixes.push_back(
          sequence(suffixes[i], observed_.source.suffixes[i], static_cast<unsigned>(i + 1)));
      addThread(out_.suffixes.back());
    }
    out_.epilogue = sequence(epilogue, observed_.source.epilogue, abi::kEpilogueLane);
    return std::move(out_);
  }

private:
  // Threads of the class itself may have come first; one that began no call follows the one before.
  void addThread(const WrittenSequence& calls) {
    const unsigned next = out_.threads.empty() ? 1 : out_.threads.back() + 1;
    const bool began = !calls.empty() && calls.front().traced != nullptr;
    out_.threads.push_back(began ? calls.front().traced->thread : next);
  }

  WrittenSequence
  sequence(const model::Sequence& calls, const model::SequenceSource& source, unsigned lane) {
    WrittenSequence out;
    for (std::size_t i = 0; i < calls.size() && i < source.size(); ++i) {
      const model::TracedCall* traced = findTraced(observed_.calls, lane, i);
      if (traced != nullptr && traced->refused)
        continue;
      WrittenCall& call = out.emplace_back();
      const std::size_t operation = calls[i].operation;
      if (operation < observed_.subject.operations.size())
        call.operation = &observed_.subject.operations[operation];
      call.traced = traced;
      if (source[i].find("$n") != std::string::npos)
        ++numbered_;
      splitSource(withNames(source[i], out_.object, numbered_), call);
    }
    return out;
  }

  const ObservedTest& observed_;
  unsigned numbered_ = 0; // calls whose variables carry a number
  WrittenTest out_;
};

} // namespace

bool WrittenCall::isConstruction() const {
  return operation != nullptr && (operation->kind == model::OperationKind::Constructor ||
                                  operation->kind == model::OperationKind::Factory);
}

bool WrittenCall::returnsValue() const {
  return !isConstruction() && (operation == nullptr || operation->result != "void");
}

WrittenTest writeCalls(const ObservedTest& observed) {
  return Writer(observed).run();
}

std::string callText(const ObservedTest& observed, unsigned lane, unsigned index) {
  const WrittenTest test = writeCalls(observed);
  const WrittenSequence* calls = nullptr;
  if (lane == abi::kPrefixLane)
    calls = &test.prefix;
  else if (lane == abi::kEpilogueLane)
    calls = &test.epilogue;
  else if (lane <= test.suffixes.size())
    calls = &test.suffixes[lane - 1];
  return calls != nullptr && index < calls->size() ? (*calls)[index].expression : "";
}

} // namespace heddle::codegen
