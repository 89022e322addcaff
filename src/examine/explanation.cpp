// SPDX-License-Identifier: Apache-2.0
#include "examine/explanation.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "support/check.h"
#include "support/demangle.h"

namespace heddle::examine {

using model::CallEnd;
using model::MessageId;
using runtime::FailureKind;

namespace {

constexpr std::size_t kMostOrders = 6; // others differ only slightly

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

model::CallOutcome outcomeOf(const Observation& observation, const ObservedCall* call) {
  if (call == nullptr)
    return {.end = CallEnd::NeverBegan};
  switch (call->ending) {
  case abi::CallEnding::Running:
    return {.end = observation.isBlocked() ? CallEnd::NeverEnds : CallEnd::StillRunning};
  case abi::CallEnding::Threw:
    return {.end = CallEnd::Threw, .text = demangled(call->exceptionType)};
  case abi::CallEnding::Refused:
    return {.end = CallEnd::Refused};
  case abi::CallEnding::Returned:
    return {.end = CallEnd::Returned, .text = call->text};
  }
  return {};
}

// The parts of an explanation, for one test.
class Explainer {
public:
  Explainer(const Oracle& oracle, const model::TestSource& source)
      : oracle_(oracle), source_(source) {}

  std::string phrase(const ObservedCall& call) const {
    return phraseOf(lane(call.lane)[call.index]);
  }

  // The concurrent calls, then those of the epilogue that answer differently somewhere.
  void chooseCalls(const Observation& observed) {
    for (std::size_t i = 1; i <= source_.suffixes.size(); ++i)
      for (std::size_t k = 0; k < source_.suffixes[i - 1].size(); ++k)
        chosen_.emplace_back(static_cast<std::uint8_t>(i), k);
    for (std::size_t k = 0; k < source_.epilogue.size(); ++k)
      if (isTelling(observed, k))
        chosen_.emplace_back(static_cast<std::uint8_t>(abi::kEpilogueLane), k);
  }

  std::vector<model::Explanation::Call> calls() const {
    std::vector<model::Explanation::Call> calls;
    calls.reserve(chosen_.size());
    for (const auto& [laneNumber, index] : chosen_)
      calls.push_back({.lane = laneNumber, .source = phraseOf(lane(laneNumber)[index])});
    return calls;
  }

  std::vector<model::CallOutcome> outcomes(const Observation& observation) const {
    std::vector<model::CallOutcome> outcomes;
    outcomes.reserve(chosen_.size());
    for (const auto& [laneNumber, index] : chosen_)
      outcomes.push_back(outcomeOf(observation, find(observation, laneNumber, index)));
    return outcomes;
  }

private:
  const model::SequenceSource& lane(unsigned lane) const {
    if (lane == abi::kEpilogueLane)
      return source_.epilogue;
    return lane == abi::kPrefixLane ? source_.prefix : source_.suffixes[lane - 1];
  }

  bool isTelling(const Observation& observed, std::size_t index) const {
    const ObservedCall* call = find(observed, abi::kEpilogueLane, index);
    return std::ranges::any_of(oracle_.serialOutcomes(), [&](const KeptObservation& serial) {
      const ObservedCall* same = find(serial.get(), abi::kEpilogueLane, index);
      return call != nullptr && same != nullptr && !same->endedLike(*call);
    });
  }

  const Oracle& oracle_;
  const model::TestSource& source_;
  std::vector<std::pair<std::uint8_t, std::size_t>> chosen_; // lane and index
};

// The lanes of the concurrent calls, in the order in which they ran.
std::vector<std::uint8_t> orderOf(const Observation& observation) {
  std::vector<std::uint8_t> lanes;
  for (const ObservedCall& call : observation.calls)
    if (!isEpilogue(call))
      lanes.push_back(call.lane);
  return lanes;
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
    std::string_view rest = std::string_view(phrase).substr(std::min(end + 1, phrase.size()));
    std::size_t sign = rest.starts_with(":=") ? 2 : rest.starts_with('=') ? 1 : 0;
    phrase.replace(at, end + 1 + sign - at, sign > 0 ? "" : "returned");
  }
  replaceAll(phrase, "$0.", "");
  replaceAll(phrase, "$0", "object");
  replaceAll(phrase, "$1", "other");
  return phrase;
}

model::Message referenceEscapes(unsigned operation) {
  return {.id = MessageId::ReferenceEscapes,
          .arguments = {runtime::classTable()->operations[operation].name}};
}

model::Message messageOf(const Verdict& verdict,
                         const Observation& observed,
                         const Oracle& oracle,
                         const model::TestSource& source) {
  const Explainer explainer(oracle, source);
  if (verdict.kind == FailureKind::Exception) {
    HEDDLE_CHECK(verdict.call < observed.calls.size())
        << "call " << verdict.call << " threw, " << observed.calls.size() << " were observed";
    const ObservedCall& call = observed.calls[verdict.call];
    return {.id = MessageId::CallThrows,
            .arguments = {explainer.phrase(call), demangled(call.exceptionType)}};
  }
  if (verdict.kind == FailureKind::ExitStatus)
    return {.id = MessageId::CallEndsProgram};
  if (verdict.kind == FailureKind::EscapedReference) {
    const auto user = std::ranges::find_if_not(observed.calls, &ObservedCall::hasEnded);
    return user == observed.calls.end() ? model::Message{} : referenceEscapes(user->operation);
  }
  const ObservedCall* odd = oddCall(observed, oracle);
  if (odd == nullptr)
    return {.id = MessageId::ResultsOfNoOrder};
  const model::CallOutcome outcome = outcomeOf(observed, odd);
  return {
      .id = isEpilogue(*odd) ? MessageId::LaterResultOfNoOrder : MessageId::ResultOfNoOrder,
      .arguments = {explainer.phrase(*odd), std::string(model::nameOf(outcome.end)), outcome.text}};
}

model::Explanation
explain(const Observation& observed, const Oracle& oracle, const model::TestSource& source) {
  Explainer explainer(oracle, source);
  explainer.chooseCalls(observed);
  model::Explanation explanation;
  explanation.calls = explainer.calls();
  explanation.observed = explainer.outcomes(observed);
  for (const KeptObservation& serial : oracle.serialOutcomes()) {
    // A hang is wrong because there are orders that end.
    if (observed.isBlocked() && serial.get().isBlocked())
      continue;
    std::vector<model::CallOutcome> outcomes = explainer.outcomes(serial.get());
    const bool isKnown =
        std::ranges::find(explanation.serial,
                          outcomes,
                          &model::Explanation::SerialOrder::outcomes) != explanation.serial.end();
    if (explanation.serial.size() < kMostOrders && !isKnown)
      explanation.serial.push_back(
          {.lanes = orderOf(serial.get()), .outcomes = std::move(outcomes)});
  }
  return explanation;
}

} // namespace heddle::examine
