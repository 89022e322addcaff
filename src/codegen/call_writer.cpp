// SPDX-License-Identifier: Apache-2.0
#include "codegen/call_writer.h"

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

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

// A mark of Operation::write that stands for a result of type `type`.
struct ResultMark {
  std::size_t begin, end; // in the text
  std::string type;
};

std::optional<ResultMark> findMark(const std::string& text) {
  const std::size_t begin = text.find("$[");
  const std::size_t end = begin == std::string::npos ? begin : text.find(']', begin);
  if (end == std::string::npos)
    return std::nullopt;
  return ResultMark{
      .begin = begin, .end = end + 1, .type = text.substr(begin + 2, end - begin - 2)};
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
      noteResult(call, lane, out.size() - 1);
      for (std::string& statement : call.setUp)
        takeResults(statement, lane, out);
      takeResults(call.expression, lane, out);
    }
    return out;
  }

  // What a call returns, by lane and type; later ones hide earlier ones.
  void noteResult(WrittenCall& call, unsigned lane, std::size_t index) {
    const std::optional<ResultMark> mark = findMark(call.expression);
    if (!mark || mark->begin != 0 ||
        !std::string_view(call.expression).substr(mark->end).starts_with('='))
      return;
    call.expression.erase(0, mark->end + 1);
    if (!call.threw())
      results_.insert_or_assign({lane, mark->type}, index);
  }

  // `own`: the calls of the lane so far.
  void takeResults(std::string& text, unsigned lane, WrittenSequence& own) {
    while (const std::optional<ResultMark> mark = findMark(text)) {
      WrittenCall* const from = callReturning(mark->type, lane, own);
      if (from != nullptr && from->variable.empty())
        from->variable = kept_++ == 0 ? "returned" : "returned" + std::to_string(kept_);
      text.replace(mark->begin, mark->end - mark->begin, from == nullptr ? "{}" : from->variable);
    }
  }

  // Null: none returned, so the call that wants it was never made either.
  WrittenCall* callReturning(const std::string& type, unsigned lane, WrittenSequence& own) {
    if (const auto found = results_.find({lane, type}); found != results_.end())
      return &own[found->second];
    const auto found = results_.find({abi::kPrefixLane, type});
    return found == results_.end() ? nullptr : &out_.prefix[found->second];
  }

  const ObservedTest& observed_;
  unsigned numbered_ = 0; // calls whose variables carry a number
  unsigned kept_ = 0;     // results that are kept
  std::map<std::pair<unsigned, std::string>, std::size_t> results_; // index of the call in its lane
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

std::string WrittenCall::statement() const {
  return variable.empty() ? expression : "auto " + variable + " = " + expression;
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
