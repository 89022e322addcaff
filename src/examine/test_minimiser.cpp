// SPDX-License-Identifier: Apache-2.0
// Problem: a generated test has calls that do not matter and odd arguments.
// Idea: delta debugging (Zeller, Hildebrandt, TSE 2002) over the calls of each part of the test, then over the recipe
// numbers of the arguments: lower ones are simpler. A candidate is kept if examining it from scratch, including its
// linearisations, finds the same violation; so the result is a violation in its own right.
#include "examine/test_minimiser.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "support/check.h"

namespace heddle::examine {

using model::Sequence;
using model::Test;

namespace {

// Recipes tried for one argument; those with the lowest numbers are the plainest.
constexpr std::uint16_t kMostRecipes = 4;

std::size_t callCount(const Test& test) {
  std::size_t count = test.prefix.size() + test.epilogue.size();
  for (const Sequence& suffix : test.suffixes)
    count += suffix.size();
  return count;
}

bool usesPeer(const Sequence& sequence) {
  return std::ranges::any_of(sequence, [](const model::Call& call) { return call.receiver != 0; });
}

class TestMinimiser {
public:
  TestMinimiser(Violation violation,
                const Reexamine& reexamine,
                const PlainerRecipes& plainerRecipes)
      : best_(std::move(violation)), reexamine_(reexamine), plainerRecipes_(plainerRecipes) {}

  void dropEpilogue();
  bool dropPeer();
  bool dropLanes();
  bool dropCalls();
  void simplifyArguments();
  Violation result() { return std::move(best_); }

private:
  bool attempt(const Test& candidate);
  bool dropCallsOf(Sequence& (*part)(Test&, std::size_t), std::size_t which);
  void simplifyArgumentsOf(Sequence& (*part)(Test&, std::size_t), std::size_t which);
  std::vector<std::uint16_t> simplerRecipes(const model::Call& call, std::size_t parameter) const;

  Violation best_;
  const Reexamine& reexamine_;
  const PlainerRecipes& plainerRecipes_;
};

Sequence& prefixOf(Test& test, std::size_t) {
  return test.prefix;
}
Sequence& suffixOf(Test& test, std::size_t which) {
  return test.suffixes[which];
}
Sequence& epilogueOf(Test& test, std::size_t) {
  return test.epilogue;
}

bool TestMinimiser::attempt(const Test& candidate) {
  std::optional<Violation> found = reexamine_(candidate);
  if (!found)
    return false;
  best_ = std::move(*found);
  return true;
}

void TestMinimiser::dropEpilogue() {
  Test candidate = best_.test;
  candidate.epilogue.clear();
  if (!best_.test.epilogue.empty())
    attempt(candidate);
}

bool TestMinimiser::dropPeer() {
  const Test& test = best_.test;
  bool isUsed = usesPeer(test.prefix) || usesPeer(test.epilogue) ||
                std::ranges::any_of(test.suffixes, usesPeer);
  if (!isUsed)
    return false;
  Test candidate = test;
  auto drop = [](Sequence& calls) {
    std::erase_if(calls, [](const model::Call& call) { return call.receiver != 0; });
  };
  drop(candidate.prefix);
  drop(candidate.epilogue);
  for (Sequence& suffix : candidate.suffixes)
    drop(suffix);
  std::erase_if(candidate.suffixes, [](const Sequence& suffix) { return suffix.empty(); });
  return !candidate.prefix.empty() && !candidate.suffixes.empty() && attempt(candidate);
}

bool TestMinimiser::dropLanes() {
  bool dropped = false;
  for (std::size_t i = 0; i < best_.test.suffixes.size() && best_.test.suffixes.size() > 1;) {
    Test candidate = best_.test;
    candidate.suffixes.erase(candidate.suffixes.begin() + static_cast<std::ptrdiff_t>(i));
    if (attempt(candidate))
      dropped = true;
    else
      ++i;
  }
  return dropped;
}

// Leaves out halves, quarters, ..., single calls.
bool TestMinimiser::dropCallsOf(Sequence& (*part)(Test&, std::size_t), std::size_t which) {
  bool dropped = false;
  for (std::size_t chunk = part(best_.test, which).size(); chunk > 0; chunk /= 2) {
    for (std::size_t start = 0; start < part(best_.test, which).size();) {
      Test candidate = best_.test;
      Sequence& calls = part(candidate, which);
      auto from = calls.begin() + static_cast<std::ptrdiff_t>(start);
      auto to = calls.begin() + static_cast<std::ptrdiff_t>(std::min(start + chunk, calls.size()));
      calls.erase(from, to);
      if (attempt(candidate))
        dropped = true;
      else
        start += chunk;
    }
  }
  return dropped;
}

bool TestMinimiser::dropCalls() {
  bool dropped = false;
  for (std::size_t i = 0; i < best_.test.suffixes.size(); ++i)
    dropped |= dropCallsOf(suffixOf, i);
  dropped |= dropCallsOf(prefixOf, 0);
  dropped |= dropCallsOf(epilogueOf, 0);
  return dropped;
}

// In the order in which they are tried.
std::vector<std::uint16_t> TestMinimiser::simplerRecipes(const model::Call& call,
                                                         std::size_t parameter) const {
  const std::uint16_t lower = std::min(call.choices[parameter], kMostRecipes);
  std::vector<std::uint16_t> recipes(lower);
  std::iota(recipes.begin(), recipes.end(), std::uint16_t{0});
  for (std::uint16_t recipe : plainerRecipes_(call, parameter))
    if (recipe >= lower)
      recipes.push_back(recipe);
  return recipes;
}

void TestMinimiser::simplifyArgumentsOf(Sequence& (*part)(Test&, std::size_t), std::size_t which) {
  for (std::size_t i = 0; i < part(best_.test, which).size(); ++i)
    for (std::size_t k = 0; k < part(best_.test, which)[i].choices.size(); ++k) {
      for (std::uint16_t recipe : simplerRecipes(part(best_.test, which)[i], k)) {
        Test candidate = best_.test;
        part(candidate, which)[i].choices[k] = recipe;
        if (attempt(candidate))
          break;
      }
    }
}

void TestMinimiser::simplifyArguments() {
  simplifyArgumentsOf(prefixOf, 0);
  for (std::size_t i = 0; i < best_.test.suffixes.size(); ++i)
    simplifyArgumentsOf(suffixOf, i);
  simplifyArgumentsOf(epilogueOf, 0);
}

} // namespace

Violation minimiseTest(const Violation& violation,
                       const Reexamine& reexamine,
                       const PlainerRecipes& plainerRecipes) {
  HEDDLE_CHECK(!violation.test.suffixes.empty()) << "a test without lanes is minimised";
  TestMinimiser minimiser(violation, reexamine, plainerRecipes);
  minimiser.dropEpilogue();
  minimiser.dropPeer();
  while (minimiser.dropLanes() || minimiser.dropCalls()) {
  }
  minimiser.dropPeer();
  minimiser.simplifyArguments();
  Violation smaller = minimiser.result();
  HEDDLE_CHECK(callCount(smaller.test) <= callCount(violation.test))
      << "minimising has added calls to a test";
  return smaller;
}

} // namespace heddle::examine
