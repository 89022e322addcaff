// SPDX-License-Identifier: Apache-2.0
#include "generate/random_guide.h"

#include "generate/guides.h"
#include "support/check.h"

namespace heddle::generate {

namespace {

// Lengths as in the paper's implementation would make most tests too long to explore; these are arbitrary.
constexpr std::uint32_t kLongestPrefix = 8;
constexpr std::uint32_t kLongestSuffix = 3;
constexpr unsigned kTriesPerCall = 5;
constexpr std::size_t kMostCalls = 96;
constexpr std::uint64_t kTestsPerPool = 64; // then other values are drawn

} // namespace

RandomGuide::RandomGuide(calls::CallCatalogue& catalogue,
                         calls::SequenceRunner& engine,
                         std::vector<calls::Root> roots,
                         std::uint64_t seed)
    : catalogue_(catalogue), engine_(engine), roots_(std::move(roots)), seed_(seed),
      random_(seed, 0) {
  HEDDLE_CHECK(!roots_.empty()) << "tests are to be made of a class without objects";
}

std::optional<PlannedTest> RandomGuide::next(const std::function<bool()>& stop) {
  while (!stop()) {
    if (round_ % kTestsPerPool == 0)
      calls_ = catalogue_.calls(seed_, round_ / kTestsPerPool, kMostCalls);
    random_ = Rng(seed_, ++round_);
    if (calls_.empty())
      return std::nullopt;
    const calls::Root& root = roots_[random_.below(static_cast<std::uint32_t>(roots_.size()))];
    PlannedTest plan{.prefix = {root.construction}, .suffixes = {}};
    std::uint64_t state = root.state;
    extend(plan.prefix, state, random_.below(kLongestPrefix + 1));
    for (unsigned lane = 0; lane < 2; ++lane) {
      calls::Path path = plan.prefix;
      std::uint64_t after = state;
      extend(path, after, 1 + random_.below(kLongestSuffix));
      plan.suffixes.emplace_back(path.begin() + static_cast<std::ptrdiff_t>(plan.prefix.size()),
                                 path.end());
    }
    if (!plan.suffixes[0].empty() && !plan.suffixes[1].empty() &&
        catalogue_.contracts().allow(catalogue_.test(plan.prefix, plan.suffixes, {})))
      return plan;
  }
  return std::nullopt;
}

void RandomGuide::extend(calls::Path& path, std::uint64_t& state, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    for (unsigned tries = 0; tries < kTriesPerCall; ++tries) {
      calls::CallId call = calls_[random_.below(static_cast<std::uint32_t>(calls_.size()))];
      calls::SoloCall alone = engine_.run(path, state, call);
      if (alone.outcome != calls::CallOutcome::Returned)
        continue;
      traces_.insert(alone.coverage);
      path.push_back(call);
      state = alone.state;
      break;
    }
  }
}

std::unique_ptr<TestGuide> makeRandom(const GuideContext& context) {
  return std::make_unique<RandomGuide>(
      context.catalogue, context.runner, context.roots, context.seed);
}

} // namespace heddle::generate
