// SPDX-License-Identifier: Apache-2.0
#include "examine/explanation.h"

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <set>

#include "support/check.h"

namespace heddle::examine {

using runtime::FailureKind;

namespace {

constexpr std::size_t kMostLines = 6; // of linearisations; others differ only slightly

std::string demangled(const char* type) {
  if (*type == '\0')
    return "something";
  int status = 0;
  char* text = ::abi::__cxa_demangle(type, nullptr, nullptr, &status);
  std::string result = status == 0 && text != nullptr ? text : type;
  std::free(text); // NOLINT(cppcoreguidelines-no-malloc): allocated by the demangler
  return result;
}

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

bool isEpilogue(const ObservedCall& call) {
  return call.lane == abi::kEpilogueLane;
}

const ObservedCall* find(const Observation& observation, unsigned lane, std::size_t index) {
  for (const ObservedCall& call : observation.calls)
    if (call.lane == lane && call.index == index)
      return &call;
  return nullptr;
}

class Wording {
public:
  Wording(const Oracle& oracle, const model::TestSource& source)
      : oracle_(oracle), source_(source) {}

  std::string name(const ObservedCall& call) const;
  std::string result(const Observation& observation, unsigned lane, std::size_t index) const;
  std::string outcome(const Observation& observation, const std::set<std::size_t>& epilogue) const;
  std::string order(const Observation& observation) const;
  std::set<std::size_t> tellingEpilogue(const Observation& observed) const;

private:
  const model::SequenceSource& lane(unsigned lane) const {
    if (lane == abi::kEpilogueLane)
      return source_.epilogue;
    return lane == abi::kPrefixLane ? source_.prefix : source_.suffixes[lane - 1];
  }

  const Oracle& oracle_;
  const model::TestSource& source_;
};

std::string Wording::name(const ObservedCall& call) const {
  return phraseOf(lane(call.lane)[call.index]);
}

// "take() -> 1", "last() throws std::out_of_range", "take() waits forever", "put(1)".
std::string
Wording::result(const Observation& observation, unsigned laneNumber, std::size_t index) const {
  std::string text = phraseOf(lane(laneNumber)[index]);
  const ObservedCall* call = find(observation, laneNumber, index);
  if (call == nullptr)
    return text + " never begins";
  switch (call->ending) {
  case abi::CallEnding::Running:
    return text + (observation.isBlocked() ? " never ends" : " was still running");
  case abi::CallEnding::Threw:
    return text + " throws " + demangled(call->exceptionType);
  case abi::CallEnding::Refused:
    return text + " cannot be made";
  case abi::CallEnding::Returned:
    return *call->text == '\0' ? text : text + " -> " + call->text;
  }
  return text;
}

std::string Wording::outcome(const Observation& observation,
                             const std::set<std::size_t>& epilogue) const {
  std::string line;
  for (unsigned i = 1; i <= source_.suffixes.size(); ++i) {
    line += i == 1 ? "" : " | ";
    for (std::size_t k = 0; k < source_.suffixes[i - 1].size(); ++k)
      line += (k == 0 ? "" : "; ") + result(observation, i, k);
  }
  bool isFirst = true;
  for (std::size_t index : epilogue) {
    if (find(observation, abi::kEpilogueLane, index) == nullptr)
      continue;
    line += (isFirst ? "; then " : ", ") + result(observation, abi::kEpilogueLane, index);
    isFirst = false;
  }
  return line;
}

// "T1, T2", by their lanes: two equal calls differ in nothing else.
std::string Wording::order(const Observation& observation) const {
  std::string line;
  for (const ObservedCall& call : observation.calls)
    if (!isEpilogue(call))
      line += (line.empty() ? "T" : ", T") + std::to_string(call.lane);
  return line;
}

// The calls of the epilogue that return different results in some executions.
std::set<std::size_t> Wording::tellingEpilogue(const Observation& observed) const {
  std::set<std::size_t> telling;
  for (std::size_t i = 0; i < source_.epilogue.size(); ++i) {
    const ObservedCall* call = find(observed, abi::kEpilogueLane, i);
    for (const KeptObservation& serial : oracle_.serialOutcomes()) {
      const ObservedCall* same = find(serial.get(), abi::kEpilogueLane, i);
      if (call != nullptr && same != nullptr && !same->endedLike(*call))
        telling.insert(i);
    }
  }
  return telling;
}

// The first call that ends like this in no linearisation; null if only the combination is wrong.
const ObservedCall* oddCall(const Observation& observed, const Oracle& oracle) {
  for (const ObservedCall& call : observed.calls) {
    bool occurs = std::ranges::any_of(oracle.serialOutcomes(), [&](const KeptObservation& serial) {
      const ObservedCall* same = find(serial.get(), call.lane, call.index);
      return same != nullptr && same->endedLike(call);
    });
    if (!occurs)
      return &call;
  }
  return nullptr;
}

} // namespace

std::string phraseOf(const std::string& callSource) {
  std::size_t line = callSource.rfind('\n');
  std::string phrase = line == std::string::npos ? callSource : callSource.substr(line + 1);
  for (std::size_t at = phrase.find("$["); at != std::string::npos; at = phrase.find("$[")) {
    std::size_t end = phrase.find(']', at);
    bool isKept = end + 1 < phrase.size() && phrase[end + 1] == '=';
    phrase.replace(at, end + (isKept ? 2 : 1) - at, isKept ? "" : "returned");
  }
  replaceAll(phrase, "$0.", "");
  replaceAll(phrase, "$0", "object");
  replaceAll(phrase, "$1", "other");
  return phrase;
}

std::string messageOf(const Verdict& verdict,
                      const Observation& observed,
                      const Oracle& oracle,
                      const model::TestSource& source) {
  Wording wording(oracle, source);
  if (verdict.kind == FailureKind::Exception) {
    HEDDLE_CHECK(verdict.call < observed.calls.size())
        << "call " << verdict.call << " threw, " << observed.calls.size() << " were observed";
    const ObservedCall& call = observed.calls[verdict.call];
    return "`" + wording.name(call) + "` throws " + demangled(call.exceptionType) +
           ", which it does in no serial order of the calls";
  }
  if (verdict.kind == FailureKind::ExitStatus)
    return "a call ends the program, which it does in no serial order of the calls";
  if (const ObservedCall* odd = oddCall(observed, oracle); odd != nullptr)
    return (isEpilogue(*odd) ? "afterwards `" : "`") +
           wording.result(observed, odd->lane, odd->index) +
           "`, which no serial order of the calls gives";
  return "no serial order gives these results";
}

std::vector<std::string>
explain(const Observation& observed, const Oracle& oracle, const model::TestSource& source) {
  Wording wording(oracle, source);
  std::set<std::size_t> epilogue = wording.tellingEpilogue(observed);
  std::vector<std::string> lines = {"observed: " + wording.outcome(observed, epilogue)};
  std::set<std::string> said;
  for (const KeptObservation& serial : oracle.serialOutcomes()) {
    // A hang is wrong because there are orders that end.
    if (observed.isBlocked() && serial.get().isBlocked())
      continue;
    std::string outcome = wording.outcome(serial.get(), epilogue);
    if (said.size() < kMostLines && said.insert(outcome).second)
      lines.push_back(wording.order(serial.get()) + ": " + outcome);
  }
  return lines;
}

} // namespace heddle::examine
