// SPDX-License-Identifier: Apache-2.0
#include "model/schedule.h"

#include <algorithm>

#include "support/take_number.h"

namespace heddle::model {

namespace {

bool readSegment(std::string_view word, Segment& segment) {
  if (!takeNumber(word, segment.thread) || !word.starts_with(':'))
    return false;
  word.remove_prefix(1);
  if (!takeNumber(word, segment.events))
    return false;
  segment.preempted = word == "!";
  return word.empty() || segment.preempted;
}

// The letter that begins the word of a pick.
constexpr char letterOf(PickKind kind) {
  switch (kind) {
  case PickKind::Waiter:
    return 'w';
  }
  return '?';
}

// A pick belongs to the segment before it.
bool readPick(std::string_view word, Schedule& schedule) {
  if (schedule.segments.empty() || !word.starts_with(letterOf(PickKind::Waiter)))
    return false;
  word.remove_prefix(1);
  Pick pick;
  bool isNumber = takeNumber(word, pick.value);
  schedule.segments.back().picks.push_back(pick);
  return isNumber && word.empty();
}

bool readDecision(std::string_view word, Schedule& schedule) {
  bool isSegment = word.front() >= '0' && word.front() <= '9';
  return isSegment ? readSegment(word, schedule.segments.emplace_back()) : readPick(word, schedule);
}

} // namespace

unsigned preemptions(const Schedule& schedule) {
  return static_cast<unsigned>(std::count_if(schedule.segments.begin(),
                                             schedule.segments.end(),
                                             [](const Segment& s) { return s.preempted; }));
}

std::uint64_t events(const Schedule& schedule) {
  std::uint64_t sum = 0;
  for (const Segment& segment : schedule.segments)
    sum += segment.events;
  return sum;
}

std::string toText(const Schedule& schedule) {
  std::string text;
  for (const auto& segment : schedule.segments) {
    if (!text.empty())
      text += ' ';
    text += std::to_string(segment.thread) + ':' + std::to_string(segment.events);
    if (segment.preempted)
      text += '!';
    for (const Pick& pick : segment.picks)
      (text += ' ') += letterOf(pick.kind) + std::to_string(pick.value);
  }
  return text;
}

Result<Schedule> scheduleFromText(std::string_view text) {
  Schedule schedule;
  unsigned decision = 0;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
    if (text.empty())
      return schedule;
    const std::string_view word = text.substr(0, text.find_first_of(" \n"));
    ++decision;
    if (!readDecision(word, schedule)) {
      return Error{"schedule: decision " + std::to_string(decision) + " is malformed: `" +
                   std::string(word.substr(0, 40)) + "`"};
    }
    text.remove_prefix(word.size());
  }
}

} // namespace heddle::model
