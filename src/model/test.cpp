// SPDX-License-Identifier: Apache-2.0
#include "model/test.h"

#include "support/check.h"
#include "support/take_number.h"

namespace heddle::model {

namespace {

void append(std::string& text, const Sequence& sequence) {
  for (const Call& call : sequence) {
    HEDDLE_CHECK(call.receiver <= 1) << "a call on object " << call.receiver;
    text += std::to_string(call.operation) + "(";
    for (std::size_t i = 0; i < call.choices.size(); ++i)
      text += (i == 0 ? "" : ",") + std::to_string(call.choices[i]);
    text += call.receiver == 0 ? ") " : ")@" + std::to_string(call.receiver) + " ";
  }
}

// Reads the text form from left to right.
class TestReader {
public:
  explicit TestReader(std::string_view text) : text_(text) {}

  Result<Test> read() {
    Test test;
    if (!sequence(test.prefix) || !take('/'))
      return complain();
    do
      if (!sequence(test.suffixes.emplace_back()))
        return complain();
    while (take('|'));
    if (!take('/') || !sequence(test.epilogue))
      return complain();
    skipBlanks();
    if (!text_.empty())
      return complain();
    if (test.suffixes.size() == 1 && test.suffixes[0].empty())
      test.suffixes.clear();
    return test;
  }

private:
  Error complain() const { return Error{"malformed test at `" + std::string(text_) + "`"}; }

  void skipBlanks() {
    while (!text_.empty() && text_.front() == ' ')
      text_.remove_prefix(1);
  }

  bool take(char wanted) {
    skipBlanks();
    if (text_.empty() || text_.front() != wanted)
      return false;
    text_.remove_prefix(1);
    return true;
  }

  template <typename Number>
  bool number(Number& value) {
    skipBlanks();
    return takeNumber(text_, value);
  }

  bool sequence(Sequence& calls) {
    for (skipBlanks(); !text_.empty() && text_.front() >= '0' && text_.front() <= '9'; skipBlanks())
      if (!call(calls.emplace_back()))
        return false;
    return true;
  }

  bool call(Call& call) {
    if (!number(call.operation) || !take('('))
      return false;
    while (!take(')'))
      if ((!call.choices.empty() && !take(',')) || !number(call.choices.emplace_back()))
        return false;
    return !take('@') || number(call.receiver);
  }

  std::string_view text_;
};

// Whether the operations of `part` occur in `whole`, in this order.
bool isPartOf(const Sequence& part, const Sequence& whole) {
  std::size_t found = 0;
  for (const Call& call : whole)
    found += found < part.size() && part[found].operation == call.operation ? 1 : 0;
  return found == part.size();
}

// Finds different suffixes of `larger` for those of `smaller` from `next` on.
bool findLanes(const Test& larger, const Test& smaller, std::size_t next, std::vector<bool>& used) {
  if (next == smaller.suffixes.size())
    return true;
  for (std::size_t i = 0; i < larger.suffixes.size(); ++i) {
    if (used[i] || !isPartOf(smaller.suffixes[next], larger.suffixes[i]))
      continue;
    used[i] = true;
    if (findLanes(larger, smaller, next + 1, used))
      return true;
    used[i] = false;
  }
  return false;
}

} // namespace

bool hasLanesOf(const Test& larger, const Test& smaller) {
  std::vector<bool> used(larger.suffixes.size());
  return findLanes(larger, smaller, 0, used);
}

std::string toText(const Test& test) {
  std::string text;
  append(text, test.prefix);
  text += "/ ";
  for (std::size_t i = 0; i < test.suffixes.size(); ++i) {
    text += i == 0 ? "" : "| ";
    append(text, test.suffixes[i]);
  }
  text += "/ ";
  append(text, test.epilogue);
  text.pop_back();
  return text;
}

Result<Test> testFromText(std::string_view text) {
  return TestReader(text).read();
}

} // namespace heddle::model
