// SPDX-License-Identifier: Apache-2.0
#include "calls/roots.h"

#include <algorithm>
#include <utility>

#include "support/check.h"

namespace heddle::calls {

using model::MessageId;

namespace {

constexpr std::size_t kTriedPerConstructor = 8;
constexpr std::size_t kMostRoots = 6;
constexpr std::size_t kTriedCalls = 96;

// How many of the calls do not return when they are the first on the object.
std::size_t uselessness(const Root& root, Behaviour& behaviour, const std::vector<CallId>& calls) {
  Path path{root.construction};
  return static_cast<std::size_t>(std::ranges::count_if(calls, [&](CallId call) {
    return behaviour.run(path, root.state, call).outcome != CallOutcome::Returned;
  }));
}

// What became of one constructor or factory.
struct Attempt {
  std::uint16_t operation;
  bool works = false;
  bool unsupported = false;
  model::Message trouble; // none when all values work
};

model::Message noteOf(const Attempt& attempt, const CallCatalogue& catalogue) {
  return model::wrap(attempt.works ? MessageId::WithSomeValues : MessageId::WithAllValues,
                     {catalogue.table().operations[attempt.operation].signature},
                     attempt.trouble);
}

std::vector<Attempt> tryAll(CallCatalogue& catalogue,
                            EngineRunner& engine,
                            Behaviour& behaviour,
                            std::vector<Root>& made) {
  std::vector<Attempt> attempts;
  for (CallId construction : catalogue.constructions(kTriedPerConstructor)) {
    SoloCall call = behaviour.run({}, 0, construction);
    if (call.outcome == CallOutcome::Refused)
      continue;
    std::uint16_t operation = catalogue.call(construction).operation;
    if (attempts.empty() || attempts.back().operation != operation)
      attempts.push_back({.operation = operation, .trouble = {}});
    Attempt& attempt = attempts.back();
    if (call.outcome != CallOutcome::Returned) {
      attempt.trouble = engine.lastTrouble();
      attempt.unsupported = call.outcome == CallOutcome::Unsupported;
      continue;
    }
    attempt.works = true;
    if (std::ranges::find(made, call.state, &Root::state) == made.end())
      made.push_back({.construction = construction, .state = call.state});
  }
  return attempts;
}

std::vector<Root>
mostUseful(const std::vector<Root>& made, Behaviour& behaviour, const std::vector<CallId>& calls) {
  std::vector<std::pair<std::size_t, std::size_t>> ranked; // calls that do not return, index
  ranked.reserve(made.size());
  for (std::size_t i = 0; i < made.size(); ++i)
    ranked.emplace_back(uselessness(made[i], behaviour, calls), i);
  std::ranges::sort(ranked);
  std::vector<Root> best;
  for (std::size_t i = 0; i < std::min(ranked.size(), kMostRoots); ++i)
    best.push_back(made[ranked[i].second]);
  return best;
}

} // namespace

Roots findRoots(CallCatalogue& catalogue, EngineRunner& engine, Behaviour& behaviour) {
  std::vector<Root> made;
  std::vector<Attempt> attempts = tryAll(catalogue, engine, behaviour, made);
  Roots roots;
  for (const Attempt& attempt : attempts) {
    if (!attempt.trouble.empty())
      roots.notes.push_back(noteOf(attempt, catalogue));
    roots.unsupported = roots.unsupported || attempt.unsupported;
  }
  roots.usable = mostUseful(made, behaviour, catalogue.calls(0, 0, kTriedCalls));
  if (!roots.usable.empty())
    return roots;
  std::string name = catalogue.table().className;
  if (roots.notes.empty())
    roots.problem = {.id = MessageId::NoConstructor, .arguments = {name}};
  else
    roots.problem = model::wrap(MessageId::NoObject, {name}, roots.notes.back());
  roots.notes.clear();
  HEDDLE_CHECK(!roots.problem.empty()) << "no object can be made, for no reason";
  return roots;
}

} // namespace heddle::calls
