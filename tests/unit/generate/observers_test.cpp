// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "call_machine.h"
#include "generate/observers.h"
#include "summaries.h"

namespace heddle::generate {
namespace {

// A switch with two states, which the first call flips, and eight calls that tell it, each another field of the summary.
class Switch : public testing::Test {
protected:
  static constexpr unsigned kGetters = 8;

  Switch()
      : names_(kGetters + 1), machine_(2, kGetters + 2), catalogue_(names_.table()),
        behaviour_(machine_, true) {
    construction_ = catalogue_.constructions(1).front();
    calls_ = catalogue_.calls(1, 0, 100);
    for (unsigned state = 0; state < 2; ++state) {
      machine_.at(state, calls_[0]) = {.next = 1 - state, .coverage = 1};
      for (unsigned i = 1; i <= kGetters; ++i)
        machine_.at(state, calls_[i]) = {.next = state, .coverage = 10 + i, .value = state};
    }
    for (calls::CallId call : calls_) {
      behaviour_.run({construction_}, 0, call);
      behaviour_.run({construction_, calls_[0]}, 1, call);
    }
  }

  calls::MachineTable names_;
  calls::CallMachine machine_;
  calls::CallCatalogue catalogue_;
  calls::Behaviour behaviour_;
  calls::CallId construction_ = 0;
  std::vector<calls::CallId> calls_;
};

TEST_F(Switch, AreFewAndConstOnesFirst) {
  names_.method(5).isConst = true;
  Observers observers(calls_, catalogue_, behaviour_);
  calls::Path chosen =
      observers.chosenFor({{calls_[0]}}, catalogue_, calls::Dependencies(kGetters + 2));
  ASSERT_EQ(chosen.size(), 6u);
  EXPECT_EQ(chosen[0], calls_[5]);
  EXPECT_EQ(chosen[1], calls_[1]);
}

TEST_F(Switch, ReadWhatTheConcurrentCallsWriteFirst) {
  model::ClassSummary summary{.className = "Machine", .methods = {}, .notes = {}};
  summary.methods.push_back(calls::summaryOf(0, {}, {"field7"}));
  for (unsigned i = 1; i <= kGetters; ++i)
    summary.methods.push_back(calls::summaryOf(i, {"field" + std::to_string(i)}, {}));
  Observers observers(calls_, catalogue_, behaviour_);
  calls::Path chosen = observers.chosenFor(
      {{calls_[1]}, {calls_[0]}}, catalogue_, calls::Dependencies(summary, kGetters + 2));
  ASSERT_EQ(chosen.size(), 6u);
  EXPECT_EQ(chosen[0], calls_[7]);
  EXPECT_EQ(chosen[1], calls_[1]);
}

} // namespace
} // namespace heddle::generate
