// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <map>

#include "call_machine.h"
#include "calls/call_drawer.h"

namespace heddle::calls {
namespace {

constexpr std::array<std::uint16_t, 1> kKeys = {40};
constexpr std::array<std::uint16_t, 1> kObjects = {2};

unsigned writeObject(const abi::Call& call, char* out, unsigned capacity) {
  int written = std::snprintf(out, capacity, "$0.join(%s)", call.choices[0] == 0 ? "$1" : "$0");
  return static_cast<unsigned>(written);
}

// put(key), take(key) and join(object).
class KeyedClass : public testing::Test {
protected:
  static constexpr unsigned kPut = 1, kTake = 2, kJoin = 3;

  KeyedClass() : names_(3), catalogue_(names_.table()) {
    for (unsigned i = 0; i < 3; ++i) {
      names_.method(i).parameterCount = 1;
      names_.method(i).choiceCounts = i < 2 ? kKeys.data() : kObjects.data();
    }
    names_.method(kJoin - 1).write = writeObject;
  }

  MachineTable names_;
  CallCatalogue catalogue_;
};

// Without use of earlier values two draws of 40 keys, half of them of the first three, would agree one time in ten.
TEST_F(KeyedClass, CallsOfOneTestAreOftenAboutTheSameKey) {
  unsigned same = 0;
  for (unsigned i = 0; i < 1000; ++i) {
    Rng random(1, i);
    CallDrawer drawer(catalogue_, random);
    std::uint16_t put = catalogue_.call(*drawer.call(kPut)).choices[0];
    same += catalogue_.call(*drawer.call(kTake)).choices[0] == put ? 1 : 0;
  }
  EXPECT_GT(same, 450u);
  EXPECT_LT(same, 650u);
}

TEST_F(KeyedClass, EveryValueIsDrawnAndPlainOnesMoreOften) {
  std::map<std::uint16_t, unsigned> drawn;
  for (unsigned i = 0; i < 2000; ++i) {
    Rng random(1, i);
    ++drawn[catalogue_.call(*CallDrawer(catalogue_, random).call(kPut)).choices[0]];
  }
  EXPECT_EQ(drawn.size(), 40u);
  EXPECT_GT(drawn[0], 5 * drawn[30]);
}

// One value in two is the peer, so that eight tries fail one time in 256.
TEST_F(KeyedClass, DrawsNoPeer) {
  unsigned found = 0;
  for (unsigned i = 0; i < 100; ++i) {
    Rng random(1, i);
    std::optional<CallId> call = CallDrawer(catalogue_, random).call(kJoin);
    found += call ? 1 : 0;
    EXPECT_FALSE(call && catalogue_.mentionsPeer(*call));
  }
  EXPECT_GE(found, 95u);
}

} // namespace
} // namespace heddle::calls
