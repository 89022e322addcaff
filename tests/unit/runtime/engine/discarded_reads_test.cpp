// SPDX-License-Identifier: Apache-2.0
// Reads whose value is thrown away.
#include "race_parts.h"

namespace heddle::runtime::test {
namespace {

// A thread reads data ahead of `check`, while another one writes it; the reader continues after that.
std::size_t racesOfReadAhead(const Part& before, const Part& meanwhile, const Part& check) {
  Ended ended = executeWarm([&] {
    auto& shared = subjectNew<Shared>();
    Thread reader([&] {
      before(shared);
      read(shared.data);
      letRun(0);
      check(shared);
    });
    Thread writer([&] { meanwhile(shared); });
    letRun(reader);
    letRun(writer);
    reader.join();
    writer.join();
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  return ended.races.size();
}

Part takeAndWrite() {
  return [](Shared& shared) {
    addAtomic(shared.flag, 1, MemoryOrder::Relaxed);
    write(shared.data, 1);
  };
}
Part exchangeFlag() {
  return [](Shared& shared) { exchangeIfEqual(shared.flag, 0, 5); };
}
Part nothing() {
  return [](Shared&) {};
}

TEST(DiscardedReads, AFailedCompareExchangeThrowsTheReadAway) {
  EXPECT_EQ(racesOfReadAhead(nothing(), takeAndWrite(), exchangeFlag()), 0u);
}

TEST(DiscardedReads, ACompareExchangeThatSucceedsUsesTheRead) {
  EXPECT_EQ(racesOfReadAhead(nothing(), writeData, exchangeFlag()), 1u);
}

TEST(DiscardedReads, AReadThatNothingChecksIsUsed) {
  EXPECT_EQ(racesOfReadAhead(nothing(), takeAndWrite(), nothing()), 1u);
}

TEST(DiscardedReads, AnAtomicThatHasChangedWhenLoadedAgainThrowsTheReadAway) {
  Part load = loadFlag(MemoryOrder::Relaxed);
  EXPECT_EQ(racesOfReadAhead(load, takeAndWrite(), load), 0u);
  EXPECT_EQ(racesOfReadAhead(load, writeData, load), 1u) << "it has not changed";
}

TEST(DiscardedReads, AFailedCompareExchangeSaysNothingOfReadsBeforeTheLastAtomicWrite) {
  Part failToExchange = [](Shared& shared) { exchangeIfEqual(shared.flag, 77, 5); };
  Part add = addToFlag(MemoryOrder::Relaxed);
  EXPECT_EQ(racesOf(inTurn(readData, inTurn(add, failToExchange)), writeData).size(), 1u);
  EXPECT_EQ(racesOf(inTurn(add, inTurn(readData, failToExchange)), writeData).size(), 0u);
}

TEST(DiscardedReads, AnAtomicWriteInBetweenMakesTheReadUsed) {
  EXPECT_EQ(racesOfReadAhead(
                nothing(), takeAndWrite(), inTurn(addToFlag(MemoryOrder::Relaxed), exchangeFlag())),
            1u);
}

} // namespace
} // namespace heddle::runtime::test
