// SPDX-License-Identifier: Apache-2.0
#include "report/words/thread_text.h"

#include "report/words/object_text.h"

namespace heddle::report {

using model::CallEnd;
using model::EventKind;
using model::ThreadState;
using model::ThreadStatus;

namespace {

std::string resultText(const model::CallOutcome& outcome) {
  if (outcome.end == CallEnd::Threw)
    return " throws";
  return outcome.end == CallEnd::Returned && !outcome.text.empty() ? " = " + outcome.text : "";
}

} // namespace

std::string ThreadWords::entry(const ThreadState& state) {
  if (state.isTest)
    return "the test";
  std::string calls;
  for (const model::ThreadCall& call : state.calls)
    calls += (calls.empty() ? "" : ", ") + call.source + resultText(call.outcome);
  return calls.empty() ? state.entry : calls;
}

std::string ThreadWords::status(const ThreadState& state) const {
  switch (state.status) {
  case ThreadStatus::NotStarted:
    return "not started";
  case ThreadStatus::Running:
    return "running";
  case ThreadStatus::Failed:
    return "failed";
  case ThreadStatus::Accessing:
    return std::string(verb(state.access)) + " " + steps_.object(state.object);
  case ThreadStatus::Waiting:
    return "waiting";
  case ThreadStatus::WaitingFor:
    return "waits for " + waited(state);
  case ThreadStatus::Finished:
    return "finished";
  }
  return "";
}

std::string ThreadWords::waited(const ThreadState& state) const {
  const model::Wait& wait = state.wait;
  const std::string holder = wait.holder < 0 ? "" : threadName(static_cast<unsigned>(wait.holder));
  if (wait.operation == EventKind::ThreadJoin)
    return (holder.empty() ? "a thread" : holder) + " to finish";
  if (wait.operation == EventKind::Sleep)
    return "time to pass";
  const std::string what = objectPhrase(wait.operation, steps_.object(wait.object));
  if (wait.holder == state.thread)
    return what + ", which it holds itself";
  return holder.empty() ? what : what + " held by " + holder;
}

std::vector<std::string> ThreadWords::holds(const ThreadState& state) const {
  std::vector<std::string> texts;
  for (const model::HeldObject& held : state.holds) {
    std::string text = objectPhrase(held.operation, steps_.object(held.object));
    if (held.place != model::SourcePlace())
      text += ", locked at " + placeText(held.place);
    texts.push_back(std::move(text));
  }
  return texts;
}

} // namespace heddle::report
