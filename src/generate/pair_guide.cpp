// SPDX-License-Identifier: Apache-2.0
#include "generate/pair_guide.h"

#include <algorithm>

#include "generate/guides.h"
#include "support/check.h"
#include "support/hash.h"

namespace heddle::generate {

namespace {

constexpr std::size_t kMostCalls = 96; // among which observers are looked for
// This many pairs are run in deadlock mode before anything else.
constexpr std::size_t kFewPairs = 16;
// A test that was given before is drawn again this often.
constexpr unsigned kTriesPerTest = 3;

} // namespace

PairGuide::PairGuide(calls::CallCatalogue& catalogue,
                     calls::SequenceRunner& engine,
                     std::vector<calls::Root> roots,
                     const calls::Dependencies& dependencies,
                     std::uint64_t seed,
                     Targets targets)
    : catalogue_(catalogue), dependencies_(dependencies), targets_(targets), seed_(seed),
      tests_(catalogue, engine, std::move(roots), dependencies, targets != Targets::All),
      onOneObject_(seed), onTwoObjects_(seed), operations_(catalogue.operations()),
      calls_(catalogue.calls(seed, 0, kMostCalls)) {
  collectTargets();
}

// Pairs may be restored while the guide is at work.
void PairGuide::collectTargets() {
  knownVersion_ = dependencies_.version();
  for (std::size_t i = 0; i < operations_.size(); ++i)
    for (std::size_t k = i; k < operations_.size(); ++k) {
      MethodPair pair{.first = operations_[i], .second = operations_[k]};
      calls::Promise promise = dependencies_.promise(pair.first, pair.second);
      bool isWanted = targets_ == Targets::All ||
                      (targets_ == Targets::Kept && promise != calls::Promise::None) ||
                      promise == calls::Promise::Deadlock;
      isWanted = isWanted && catalogue_.contracts().mayOverlap(pair.first, pair.second);
      if (!isWanted || !known_.insert(pair).second)
        continue;
      onOneObject_.add(pair, targets_ == Targets::All ? calls::Promise::Unknown : promise);
      if (promise == calls::Promise::Deadlock && targets_ != Targets::All)
        onTwoObjects_.add(pair, promise);
    }
  HEDDLE_CHECK(onOneObject_.size() == known_.size() && onTwoObjects_.size() <= known_.size())
      << "queues of " << onOneObject_.size() << " and " << onTwoObjects_.size() << " pairs, "
      << known_.size() << " are known";
}

std::optional<PlannedTest> PairGuide::next(const std::function<bool()>& stop) {
  if (knownVersion_ != dependencies_.version())
    collectTargets();
  // All pairs twice without a new test: there is none left, or it is not worth the search.
  std::size_t most = 2 * (onOneObject_.size() + onTwoObjects_.size());
  for (std::size_t i = 0; i < most && planned_.empty() && !stop(); ++i)
    planNextPair();
  if (planned_.empty())
    return std::nullopt;
  PlannedTest test = std::move(planned_.front());
  planned_.pop_front();
  return test;
}

// The modes take turns, but a few pairs that may deadlock are soon tried.
bool PairGuide::isDeadlocksTurn() const {
  if (onTwoObjects_.empty())
    return false;
  return !deadlocksWereLast_ || (onTwoObjects_.rounds() == 0 && onTwoObjects_.size() <= kFewPairs);
}

// Lines 77 to 84 of Algorithm 3, 95 to 104 of Algorithm 4: one test on fresh objects, one after some calls.
void PairGuide::planNextPair() {
  bool deadlocks = isDeadlocksTurn();
  MethodPair pair = (deadlocks ? onTwoObjects_ : onOneObject_).next();
  deadlocksWereLast_ = deadlocks;
  plan(pair, deadlocks, false);
  plan(pair, deadlocks, true);
  if (deadlocks && targets_ != Targets::All)
    planTriples(pair);
}

void PairGuide::plan(MethodPair pair, bool onTwoObjects, bool changeState) {
  Rng random(seed_, ++stream_);
  for (unsigned tries = 0; tries < kTriesPerTest; ++tries)
    if (add(onTwoObjects ? tests_.onTwoObjects(pair, changeState, random)
                         : tests_.onOneObject(pair, changeState, random)))
      return;
}

// A deadlock that needs a third method, in the turn of the first pair of its methods.
void PairGuide::planTriples(MethodPair pair) {
  for (const calls::Dependencies::Triple& triple : dependencies_.deadlockTriples()) {
    if (triple[0] != pair.first || triple[1] != pair.second)
      continue;
    for (bool changeState : {false, true}) {
      Rng random(seed_, ++stream_);
      add(tests_.ofThree(triple, changeState, random));
    }
  }
}

bool PairGuide::add(std::optional<PlannedTest> test) {
  if (!test || !catalogue_.contracts().allow(catalogue_.test(test->prefix, test->suffixes, {})) ||
      !keys_.insert(keyOf(*test)).second)
    return false;
  planned_.push_back(std::move(*test));
  return true;
}

namespace {

std::unique_ptr<TestGuide> makePairGuide(const GuideContext& context, PairGuide::Targets targets) {
  return std::make_unique<PairGuide>(context.catalogue,
                                     context.runner,
                                     context.roots,
                                     context.dependencies,
                                     context.seed,
                                     targets);
}

} // namespace

std::unique_ptr<TestGuide> makePairs(const GuideContext& context) {
  return makePairGuide(context, PairGuide::Targets::All);
}

std::unique_ptr<TestGuide> makeDeps(const GuideContext& context) {
  return makePairGuide(context, PairGuide::Targets::Kept);
}

} // namespace heddle::generate
