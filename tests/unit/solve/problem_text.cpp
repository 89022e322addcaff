// SPDX-License-Identifier: Apache-2.0
#include "problem_text.h"

namespace heddle::solve {

std::string textOf(const OrderProblem& problem, const Question& question) {
  std::string text;
  for (Event event = 0; event < problem.size(); ++event) {
    text += std::to_string(event) + ": T" + std::to_string(problem.threadOf(event));
    for (const Access& access : problem.accessesOf(event))
      text += " x" + std::to_string(access.location) +
              (access.reads ? " ->" + std::to_string(access.readValue) : "") +
              (access.writes ? " =" + std::to_string(access.writtenValue) : "");
    for (const Span& span : problem.spans()) {
      const std::string lock = std::to_string(span.lock) + (span.shared ? " shared" : "");
      text += span.acquired == event   ? " lock " + lock
              : span.released == event ? " unlock " + lock
                                       : "";
    }
    text += "\n";
  }
  for (const Edge& edge : problem.edges())
    text += "edge " + std::to_string(edge.from) + " -> " + std::to_string(edge.to) + "\n";
  for (const Edge& edge : question.edges)
    text += "wanted " + std::to_string(edge.from) + " -> " + std::to_string(edge.to) + "\n";
  for (const Event event : question.events)
    text += "event " + std::to_string(event) + "\n";
  if (question.read)
    text += "event " + std::to_string(question.read->event) + " reads x" +
            std::to_string(question.read->location) + " = " + std::to_string(question.read->value) +
            "\n";
  return text;
}

} // namespace heddle::solve
