// SPDX-License-Identifier: Apache-2.0
#include "calls/choices.h"

#include <algorithm>

#include "support/check.h"

namespace heddle::calls {

namespace {

// Lists the combinations whose recipe numbers add up to a given sum, in lexicographic order.
class GradedOrder {
public:
  GradedOrder(std::span<const std::uint16_t> counts, std::size_t most)
      : counts_(counts), most_(most), current_(counts.size()) {}

  std::vector<Choices> list() {
    unsigned highest = 0;
    for (std::uint16_t count : counts_)
      highest += count - 1u;
    for (unsigned sum = 0; sum <= highest && found_.size() < most_; ++sum)
      fill(0, sum);
    return std::move(found_);
  }

private:
  void fill(std::size_t parameter, unsigned left) {
    if (found_.size() >= most_)
      return;
    if (parameter == counts_.size()) {
      if (left == 0)
        found_.push_back(current_);
      return;
    }
    unsigned highest = std::min(left, counts_[parameter] - 1u);
    for (unsigned choice = 0; choice <= highest; ++choice) {
      current_[parameter] = static_cast<std::uint16_t>(choice);
      fill(parameter + 1, left - choice);
    }
  }

  std::span<const std::uint16_t> counts_;
  std::size_t most_;
  Choices current_;
  std::vector<Choices> found_;
};

std::size_t productUpTo(std::span<const std::uint16_t> counts, std::size_t limit) {
  std::size_t product = 1;
  for (std::uint16_t count : counts)
    product = std::min<std::size_t>(product * count, limit);
  return product;
}

} // namespace

std::vector<Choices>
choiceCombinations(std::span<const std::uint16_t> counts, std::size_t most, Rng* random) {
  HEDDLE_CHECK(std::ranges::find(counts, 0) == counts.end())
      << "a parameter that no value can be made for";
  bool all = productUpTo(counts, most + 1) <= most;
  std::size_t simple = all || random == nullptr ? most : (most + 1) / 2;
  std::vector<Choices> combinations = GradedOrder(counts, simple).list();
  if (all || random == nullptr)
    return combinations;
  // There are more than `most`, so new ones are found soon; the bound is for bad luck.
  for (std::size_t tries = 0; tries < 8 * most && combinations.size() < most; ++tries) {
    Choices drawn;
    for (std::uint16_t count : counts)
      drawn.push_back(static_cast<std::uint16_t>(random->below(count)));
    if (std::ranges::find(combinations, drawn) == combinations.end())
      combinations.push_back(std::move(drawn));
  }
  HEDDLE_CHECK(combinations.size() <= most)
      << combinations.size() << " combinations, at most " << most << " are wanted";
  return combinations;
}

} // namespace heddle::calls
