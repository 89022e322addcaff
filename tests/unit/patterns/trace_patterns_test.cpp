// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <map>

#include "patterns/pattern_rows.h"
#include "patterns/trace_patterns.h"
#include "trace_text.h"

namespace heddle::patterns {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The rows of the patterns, with their events: "4: 0 1 2".
std::vector<std::string> patterns(std::string_view text) {
  const trace::ExecutionTrace trace = trace::traceFromText(text);
  const std::vector<std::uint64_t> keys = patternsOf(trace, trace::Locations(trace));
  std::vector<std::string> found;
  const auto look = [&](const std::vector<trace::EventIndex>& events) {
    for (unsigned row = 1; row <= kRows; ++row) {
      Hasher hasher;
      hasher.add(row);
      std::string words = std::to_string(row) + ":";
      for (const trace::EventIndex event : events) {
        hasher.add(reinterpret_cast<std::uintptr_t>(trace.site(event)));
        words += " " + std::to_string(event);
      }
      if (std::ranges::find(keys, hasher.value()) != keys.end())
        found.push_back(words);
    }
  };
  const trace::EventIndex n = trace.length();
  for (trace::EventIndex a = 0; a < n; ++a)
    for (trace::EventIndex b = 0; b < n; ++b)
      look({a, b});
  for (trace::EventIndex a = 0; a < n; ++a)
    for (trace::EventIndex b = 0; b < n; ++b)
      for (trace::EventIndex c = 0; c < n; ++c) {
        look({a, b, c});
        for (trace::EventIndex d = 0; d < n; ++d)
          look({a, b, c, d});
      }
  EXPECT_EQ(found.size(), keys.size()) << "a key that no events have";
  return found;
}

// Only those of this length.
std::vector<std::string> patterns(std::string_view text, std::size_t length) {
  std::vector<std::string> all = patterns(text);
  std::erase_if(all, [&](const std::string& each) {
    return static_cast<std::size_t>(std::ranges::count(each, ' ')) != length;
  });
  return all;
}

TEST(TracePatterns, OneThreadHasNone) {
  EXPECT_THAT(patterns("1Wx 1Rx 1Wx"), IsEmpty());
}

TEST(TracePatterns, ReadsDoNotConflict) {
  EXPECT_THAT(patterns("1Rx 2Rx 1Rx"), IsEmpty());
}

TEST(TracePatterns, Pairs) {
  EXPECT_THAT(patterns("1Rx 2Wx"), ElementsAre("1: 0 1"));
  EXPECT_THAT(patterns("1Wx 2Rx"), ElementsAre("2: 0 1"));
  EXPECT_THAT(patterns("1Wx 2Wx"), ElementsAre("3: 0 1"));
}

TEST(TracePatterns, APairIsOfTheLastWriteAndTheLastReads) {
  EXPECT_THAT(patterns("1Wx 1Wx 2Rx"), ElementsAre("2: 1 2"));
  EXPECT_THAT(patterns("1Rx 2Rx 3Wx"), ElementsAre("1: 0 2", "1: 1 2"));
  EXPECT_THAT(patterns("1Wx 1Rx 2Wx"), ElementsAre("3: 0 2", "1: 1 2"));
}

TEST(TracePatterns, Triples) {
  EXPECT_THAT(patterns("1Rx 2Wx 1Rx", 3), ElementsAre("4: 0 1 2"));
  EXPECT_THAT(patterns("1Wx 2Wx 1Rx", 3), ElementsAre("5: 0 1 2"));
  EXPECT_THAT(patterns("1Wx 2Rx 1Wx", 3), ElementsAre("6: 0 1 2"));
  EXPECT_THAT(patterns("1Rx 2Wx 1Wx", 3), ElementsAre("7: 0 1 2"));
  EXPECT_THAT(patterns("1Wx 2Wx 1Wx", 3), ElementsAre("8: 0 1 2"));
  EXPECT_THAT(patterns("1Rx 2Rx 1Wx", 3), IsEmpty());
}

TEST(TracePatterns, TheTwoAccessesOfATripleAreConsecutive) {
  EXPECT_THAT(patterns("1Rx 2Wx 1Rx 1Rx", 3), ElementsAre("4: 0 1 2"));
}

TEST(TracePatterns, Quadruples) {
  EXPECT_THAT(patterns("1Wx 2Wx 2Wy 1Wy", 4), ElementsAre("9: 0 1 2 3"));
  EXPECT_THAT(patterns("1Wx 2Wy 2Wx 1Wy", 4), ElementsAre("10: 0 1 2 3"));
  EXPECT_THAT(patterns("1Wx 2Wy 1Wy 2Wx", 4), ElementsAre("11: 0 1 2 3"));
  EXPECT_THAT(patterns("1Wx 2Rx 2Ry 1Wy", 4), ElementsAre("12: 0 1 2 3"));
  EXPECT_THAT(patterns("1Wx 2Ry 2Rx 1Wy", 4), ElementsAre("13: 0 1 2 3"));
  EXPECT_THAT(patterns("1Rx 2Wx 2Wy 1Ry", 4), ElementsAre("14: 0 1 2 3"));
  EXPECT_THAT(patterns("1Rx 2Wy 2Wx 1Ry", 4), ElementsAre("15: 0 1 2 3"));
  EXPECT_THAT(patterns("1Rx 2Wy 1Ry 2Wx", 4), ElementsAre("16: 0 1 2 3"));
  EXPECT_THAT(patterns("1Wx 2Ry 1Wy 2Rx", 4), ElementsAre("17: 0 1 2 3"));
}

// The own reads between the two steps do not conflict with the reads of the other thread.
TEST(TracePatterns, OwnReadsDoNotInterruptPatternsWithReads) {
  EXPECT_THAT(patterns("1Wx 2Rx 1Rx 1Wx", 3), ElementsAre("6: 0 1 3"));
  EXPECT_THAT(patterns("1Wx 2Rx 2Ry 1Ry 1Wy", 4), ElementsAre("12: 0 1 2 4"));
  EXPECT_THAT(patterns("1Wx 1Rx 2Rx 2Ry 1Wy", 4), ElementsAre("12: 0 2 3 4"));
}

// The access between the two steps forms a pattern of its own with that of the other thread.
TEST(TracePatterns, AConflictingOwnAccessInterrupts) {
  EXPECT_THAT(patterns("1Wx 2Rx 1Wx 1Wx", 3), ElementsAre("6: 0 1 2"));
  EXPECT_THAT(patterns("1Wx 2Wx 1Rx 1Wx", 3), ElementsAre("5: 0 1 2")) << "and not 8: 0 1 3";
  EXPECT_THAT(patterns("1Wx 2Rx 2Ry 1Wy 1Wy", 4), ElementsAre("12: 0 1 2 3"));
  EXPECT_THAT(patterns("1Rx 2Wx 1Rx 2Wy 1Ry", 4), IsEmpty());
  EXPECT_THAT(patterns("1Wx 1Wy 2Rx 2Ry 1Wy", 4), IsEmpty());
}

TEST(TracePatterns, SerialRegionsHaveOnlyPairs) {
  EXPECT_THAT(patterns("1Wx 1Wy 2Wx 2Wy", 3), IsEmpty());
  EXPECT_THAT(patterns("1Wx 1Wy 2Wx 2Wy", 4), IsEmpty());
}

TEST(TracePatterns, CallsAreRegions) {
  EXPECT_THAT(patterns("1{0 1Rx 1}0 2Wx 1{1 1Rx 1}1", 3), IsEmpty());
  EXPECT_THAT(patterns("1{0 1Rx 2Wx 1Rx 1}0", 3), ElementsAre("4: 1 2 3"));
}

TEST(TracePatterns, EqualSitesAreOnePattern) {
  const trace::ExecutionTrace trace = trace::traceFromText("1Wx@1 2Rx@2 3Wx@1 4Rx@2");
  EXPECT_EQ(patternsOf(trace, trace::Locations(trace)).size(), 3U) << "W-R, R-W, W-W";
}

} // namespace
} // namespace heddle::patterns
