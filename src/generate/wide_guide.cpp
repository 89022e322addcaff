// SPDX-License-Identifier: Apache-2.0
#include "generate/wide_guide.h"

#include <array>

#include "support/check.h"

namespace heddle::generate {

namespace {

constexpr std::size_t kMostCalls = 96; // as for other guides
// Tests drawn in a row that were given before: then there is none left, or it is not worth the search.
constexpr unsigned kMostFruitless = 2000;
// Pairs that cannot interfere have a turn periodically: with other arguments a method may return that never did, or do what
// its summary lacks. No more tests than these are worth it.
constexpr std::uint64_t kTurnsPerQuietPair = 8;
constexpr std::uint64_t kMostQuietTurns = 500;
// Streams of random numbers that no other guide uses.
constexpr std::uint64_t kFirstStream = std::uint64_t{1} << 32;

// Two calls need the fewest interleavings, so most tests have two.
constexpr std::array kShapesInTurn = {Shape::Pair,
                                      Shape::TwoAgainstOne,
                                      Shape::Pair,
                                      Shape::ThreeLanes,
                                      Shape::Pair,
                                      Shape::Pair,
                                      Shape::TwoAgainstTwo,
                                      Shape::Pair,
                                      Shape::Client,
                                      Shape::Pair,
                                      Shape::ThreeAndOne};

} // namespace

WideGuide::WideGuide(calls::CallCatalogue& catalogue,
                     calls::SequenceRunner& engine,
                     std::vector<calls::Root> roots,
                     const calls::Dependencies& dependencies,
                     std::uint64_t seed)
    : seed_(seed), tests_(catalogue,
                          engine,
                          std::move(roots),
                          dependencies,
                          dependencies.areKnown(),
                          calls::CallDrawer::Values::Wide),
      pairs_(seed), quietPairs_(seed), operations_(catalogue.operations()),
      calls_(catalogue.calls(seed, 0, kMostCalls)) {
  for (std::size_t i = 0; i < operations_.size(); ++i)
    for (std::size_t k = i; k < operations_.size(); ++k)
      addPair({.first = operations_[i], .second = operations_[k]},
              dependencies.promise(operations_[i], operations_[k]));
}

void WideGuide::setClassOwnsThreads() {
  classOwnsThreads_ = true;
  for (std::size_t i = 0; i < operations_.size(); ++i)
    for (std::size_t k = i; k < operations_.size(); ++k)
      addPair({.first = operations_[i], .second = operations_[k]}, calls::Promise::Unknown);
}

void WideGuide::addPair(MethodPair pair, calls::Promise promise) {
  if (promise == calls::Promise::None)
    quietPairs_.add(pair, promise);
  else if (known_.insert(pair).second)
    pairs_.add(pair, promise);
}

bool WideGuide::hasQuietTurn() const {
  return !quietPairs_.empty() && quietTurns_ < kMostQuietTurns &&
         (pairs_.empty() || turn_ % kTurnsPerQuietPair == 0);
}

bool WideGuide::hasNothingToTest() const {
  return pairs_.empty() && !hasQuietTurn();
}

std::optional<PlannedTest> WideGuide::next(const std::function<bool()>& stop) {
  for (unsigned tries = 0; tries < kMostFruitless && !hasNothingToTest() && !stop(); ++tries)
    if (std::optional<PlannedTest> test = plan(); test && keys_.insert(keyOf(*test)).second)
      return test;
  return std::nullopt;
}

std::optional<PlannedTest> WideGuide::plan() {
  Rng random(seed_, kFirstStream + turn_);
  const bool isQuiet = hasQuietTurn();
  quietTurns_ += isQuiet ? 1 : 0;
  PairQueue& pairs = isQuiet ? quietPairs_ : pairs_;
  MethodPair pair = pairs.next();
  // Pairs must not meet the same shapes again and again.
  Shape shape = kShapesInTurn[(turn_ + turn_ / pairs.size()) % kShapesInTurn.size()];
  ++turn_;
  if (shape == Shape::Client && !classOwnsThreads_)
    shape = Shape::Pair;
  return shape == Shape::Pair ? tests_.onOneObject(pair, random.below(4) != 0, random)
                              : tests_.ofShape(pair, shape, random);
}

} // namespace heddle::generate
