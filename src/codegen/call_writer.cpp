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

constexpr std::string_view kOutlives = "$^";
constexpr std::string_view kRelease = ".reset()";

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
      moveOutliving(call, lane);
      noteResult(call, lane, out.size() - 1);
      release(call.expression, lane, out);
      for (std::string& statement : call.setUp)
        takeResults(statement, lane, out);
      takeResults(call.expression, lane, out);
    }
    return out;
  }

  // Arguments that outlive their call are variables of the test. Those of the prefix are anyway, and one that takes an
  // earlier result can only be made where that is.
  static void moveOutliving(WrittenCall& call, unsigned lane) {
    for (auto line = call.setUp.begin(); line != call.setUp.end();) {
      const bool outlives = line->starts_with(kOutlives);
      if (outlives)
        line->erase(0, kOutlives.size());
      if (!outlives || !isConcurrent(lane) || findMark(*line)) {
        ++line;
        continue;
      }
      call.before.push_back(std::move(*line));
      line = call.setUp.erase(line);
    }
  }
  static bool isConcurrent(unsigned lane) {
    return lane != abi::kPrefixLane && lane != abi::kEpilogueLane;
  }

  // What a call returns, by lane and type; later ones hide earlier ones.
  void noteResult(WrittenCall& call, unsigned lane, std::size_t index) {
    const std::optional<ResultMark> mark = findMark(call.expression);
    if (!mark || mark->begin != 0)
      return;
    const std::string_view rest = std::string_view(call.expression).substr(mark->end);
    const bool isKept = rest.starts_with(":=");
    if (!isKept && !rest.starts_with('='))
      return;
    call.expression.erase(0, mark->end + (isKept ? 2 : 1));
    if (isKept)
      keep(call, mark->type, lane);
    if (call.threw())
      return;
    results_.insert_or_assign({lane, mark->type}, index);
    if (isKept)
      leases_[{lane, mark->type}].push_back(index);
  }

  void keep(WrittenCall& call, const std::string& type, unsigned lane) {
    call.variable = nextVariable("kept", keptResults_);
    call.isOptional = isConcurrent(lane);
    if (call.isOptional)
      call.before.push_back(optionalOf(type) + " " + call.variable);
  }
  static std::string optionalOf(const std::string& type) { return "std::optional<" + type + ">"; }
  static std::string nextVariable(const std::string& name, unsigned& count) {
    return count++ == 0 ? name : name + std::to_string(count);
  }

  // `$[T].reset()` destroys the same result as takeLease in include/heddle/detail/kept.hpp does.
  void release(std::string& text, unsigned lane, WrittenSequence& own) {
    const std::optional<ResultMark> mark = findMark(text);
    if (!mark || mark->begin != 0 || text.substr(mark->end) != kRelease)
      return;
    WrittenCall* const from = takeLease(mark->type, lane, own);
    text = (from == nullptr ? "{}" : from->variable) + std::string(kRelease);
    if (from == nullptr || from->isOptional)
      return;
    from->isOptional = true;
    from->before.push_back(optionalOf(mark->type) + " " + from->variable);
  }

  WrittenCall* takeLease(const std::string& type, unsigned lane, WrittenSequence& own) {
    if (std::vector<std::size_t>& mine = leases_[{lane, type}]; !mine.empty()) {
      WrittenCall& call = own[mine.back()];
      mine.pop_back();
      return &call;
    }
    const std::vector<std::size_t>& prefix = leases_[{abi::kPrefixLane, type}];
    const std::size_t fromTheEnd =
        lane - 1 + std::size_t{takenFromPrefix_[{lane, type}]++} * abi::kMaxLanes;
    if (!isConcurrent(lane) || fromTheEnd >= prefix.size())
      return nullptr;
    return &out_.prefix[prefix[prefix.size() - 1 - fromTheEnd]];
  }

  // `own`: the calls of the lane so far.
  void takeResults(std::string& text, unsigned lane, WrittenSequence& own) {
    while (const std::optional<ResultMark> mark = findMark(text)) {
      WrittenCall* const from = callReturning(mark->type, lane, own);
      if (from != nullptr && from->variable.empty())
        from->variable = nextVariable("returned", returnedResults_);
      const std::string value =
          from == nullptr ? "{}" : (from->isOptional ? "*" : "") + from->variable;
      text.replace(mark->begin, mark->end - mark->begin, value);
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
  unsigned numbered_ = 0;        // calls whose variables carry a number
  unsigned returnedResults_ = 0; // that later calls take
  unsigned keptResults_ = 0;     // that outlive their calls
  using ByLaneAndType = std::pair<unsigned, std::string>;
  std::map<ByLaneAndType, std::size_t> results_;             // index of the call in its lane
  std::map<ByLaneAndType, std::vector<std::size_t>> leases_; // those that are not released
  std::map<ByLaneAndType, unsigned> takenFromPrefix_;
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
  if (isOptional)
    return variable + ".emplace(" + expression + ")";
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
