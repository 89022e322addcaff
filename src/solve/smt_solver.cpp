// SPDX-License-Identifier: Apache-2.0
#include "solve/smt_solver.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <vector>

#include "solve/smt_text.h"
#include "support/take_number.h"

namespace heddle::solve {

namespace {

constexpr std::string_view kEnd = "heddle-done";

// Measured with z3 4.8.12: the Bellman-Ford solver for differences is three times as fast as any other on these problems,
// and is only used if z3 does not choose by itself.
constexpr std::string_view kOptions = "(set-option :produce-unsat-assumptions true)\n"
                                      "(set-option :auto_config false)\n"
                                      "(set-option :smt.arith.solver 1)\n";

std::string_view trimmed(std::string_view text) {
  const auto isSpace = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && isSpace(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back()))
    text.remove_suffix(1);
  return text;
}

// The words of an answer without parentheses: "((o1 (- 5)) (h1 true))" is o1, -, 5, h1, true.
std::vector<std::string_view> wordsOf(std::string_view text) {
  std::vector<std::string_view> words;
  constexpr std::string_view kSeparators = "() \t\r\n";
  for (std::size_t at = text.find_first_not_of(kSeparators); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kSeparators, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kSeparators, end);
  }
  return words;
}

std::optional<std::int64_t> numberOf(std::string_view word) {
  std::int64_t number = 0;
  if (!takeNumber(word, number) || !word.empty())
    return std::nullopt;
  return number;
}

// The number of a name such as o17.
std::optional<std::size_t> indexOf(std::string_view name, char kind, std::size_t count) {
  if (name.empty() || name.front() != kind)
    return std::nullopt;
  const std::optional<std::int64_t> number = numberOf(name.substr(1));
  if (!number || *number < 0 || static_cast<std::size_t>(*number) >= count)
    return std::nullopt;
  return static_cast<std::size_t>(*number);
}

// What a model says about the events: "o1" is followed by a time, "h1" by a truth value.
struct Model {
  std::vector<std::int64_t> times;
  std::vector<bool> happens;
};

std::optional<Model> modelOf(std::string_view text, Event size) {
  Model model{.times = std::vector<std::int64_t>(size), .happens = std::vector<bool>(size)};
  const std::vector<std::string_view> words = wordsOf(text);
  std::size_t values = 0;
  for (std::size_t i = 0; i + 1 < words.size(); ++values) {
    const std::string_view name = words[i++];
    if (const auto event = indexOf(name, 'h', size)) {
      model.happens[*event] = words[i++] == "true";
      continue;
    }
    const auto event = indexOf(name, 'o', size);
    const bool isNegative = words[i] == "-";
    i += isNegative ? 1 : 0;
    const std::optional<std::int64_t> time = i < words.size() ? numberOf(words[i++]) : std::nullopt;
    if (!event || !time)
      return std::nullopt;
    model.times[*event] = isNegative ? -*time : *time;
  }
  if (values != 2 * std::size_t{size})
    return std::nullopt;
  return model;
}

} // namespace

SmtSolver::SmtSolver(const OrderProblem& problem,
                     SmtChannel& channel,
                     std::chrono::milliseconds timeout)
    : problem_(problem), channel_(channel), timeout_(timeout) {}

// "" if there is no answer.
std::string SmtSolver::send(const std::string& commands, std::chrono::milliseconds timeout) {
  if (!isAlive_)
    return "";
  const std::string all = commands + "(echo \"" + std::string(kEnd) + "\")\n";
  std::optional<std::string> answer = channel_.exchange(all, kEnd, timeout);
  isAlive_ = answer.has_value();
  return answer.value_or("");
}

bool SmtSolver::sendProblem() {
  if (knowsProblem_)
    return isAlive_;
  knowsProblem_ = true;
  const auto limit = std::to_string(std::max<std::int64_t>(1, timeout_.count() * 2 / 3));
  const std::string answer = send("(reset)\n" + std::string(kOptions) + "(set-option :timeout " +
                                      limit + ")\n" + smtText(problem_),
                                  timeout_);
  // Nothing is to be answered: a word is a message about an error.
  isAlive_ = isAlive_ && trimmed(answer).empty();
  return isAlive_;
}

Answer SmtSolver::solve(const Question& question) {
  if (!sendProblem())
    return {};
  std::string commands = "(push 1)\n" + smtText(problem_, question) + "(check-sat-assuming (";
  for (std::size_t i = 0; i < smtLiteralCount(question); ++i)
    commands += " q" + std::to_string(i);
  const std::string verdict = send(commands + "))\n", timeout_ * 3 / 4);
  return answerOf(verdict, question);
}

Answer SmtSolver::answerOf(const std::string& verdict, const Question& question) {
  Answer answer;
  if (trimmed(verdict) == "sat") {
    answer.order = readOrder();
    answer.feasibility = Feasibility::Feasible;
  } else if (trimmed(verdict) == "unsat") {
    answer.core = readCore(question);
    answer.feasibility = Feasibility::Infeasible;
  } else {
    const std::string rest = send("(pop 1)\n", timeout_ / 4);
    isAlive_ = isAlive_ && trimmed(verdict) == "unknown" && trimmed(rest).empty();
  }
  return isAlive_ ? answer : Answer{};
}

std::vector<Event> SmtSolver::readOrder() {
  std::string commands = "(get-value (";
  for (Event event = 0; event < problem_.size(); ++event)
    commands += " o" + std::to_string(event) + " h" + std::to_string(event);
  const std::string text = send(commands + "))\n(pop 1)\n", timeout_ / 4);
  const std::optional<Model> model = modelOf(text, problem_.size());
  isAlive_ = isAlive_ && model;
  std::vector<Event> order;
  if (!isAlive_)
    return order;
  for (Event event = 0; event < problem_.size(); ++event)
    if (model->happens[event])
      order.push_back(event);
  // Events with equal times have nothing to do with each other.
  std::ranges::sort(order, {}, [&](Event event) { return std::pair(model->times[event], event); });
  return order;
}

std::vector<Edge> SmtSolver::readCore(const Question& question) {
  const std::string text = send("(get-unsat-assumptions)\n(pop 1)\n", timeout_ / 4);
  std::vector<bool> isNeeded(smtLiteralCount(question));
  for (const std::string_view word : wordsOf(text)) {
    const std::optional<std::size_t> literal = indexOf(word, 'q', isNeeded.size());
    isAlive_ = isAlive_ && literal;
    if (literal)
      isNeeded[*literal] = true;
  }
  std::vector<Edge> core;
  for (std::size_t i = 0; i < question.edges.size(); ++i)
    if (isNeeded[question.events.size() + i])
      core.push_back(question.edges[i]);
  return core;
}

} // namespace heddle::solve
