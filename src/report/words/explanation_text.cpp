// SPDX-License-Identifier: Apache-2.0
#include "report/words/explanation_text.h"

#include "report/words/message_text.h"
#include "report/words/object_text.h"
#include "runtime/abi/calls.h"

namespace heddle::report {

using model::CallEnd;
using model::Explanation;

namespace {

std::string outcomesText(const Explanation& explanation,
                         const std::vector<model::CallOutcome>& outcomes) {
  std::string line;
  bool inEpilogue = false;
  for (std::size_t i = 0; i < explanation.calls.size() && i < outcomes.size(); ++i) {
    const Explanation::Call& call = explanation.calls[i];
    const bool isEpilogue = call.lane == abi::kEpilogueLane;
    if (isEpilogue && outcomes[i].end == CallEnd::NeverBegan)
      continue;
    if (isEpilogue)
      line += inEpilogue ? ", " : "; then ";
    else if (i > 0)
      line += call.lane == explanation.calls[i - 1].lane ? "; " : " | ";
    inEpilogue = inEpilogue || isEpilogue;
    line += callText(call.source, outcomes[i]);
  }
  return line;
}

// "T1, T2": two equal calls differ in nothing but their threads.
std::string orderText(const Explanation& explanation, const std::vector<std::uint8_t>& lanes) {
  std::string line;
  for (const std::uint8_t lane : lanes) {
    const unsigned known = lane < explanation.threads.size() ? explanation.threads[lane] : 0;
    line += (line.empty() ? "" : ", ") + threadName(known == 0 ? lane : known);
  }
  return line;
}

} // namespace

std::vector<std::string> explanationText(const Explanation& explanation) {
  if (explanation.empty())
    return {};
  std::vector<std::string> lines{"observed: " + outcomesText(explanation, explanation.observed)};
  for (const Explanation::SerialOrder& order : explanation.serial)
    lines.push_back(orderText(explanation, order.lanes) + ": " +
                    outcomesText(explanation, order.outcomes));
  return lines;
}

} // namespace heddle::report
