// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "examine/explanation.h"
#include "observations.h"
#include "report/words/explanation_text.h"
#include "report/words/message_text.h"

namespace heddle::examine {
namespace {

using runtime::FailureKind;
using Lines = std::vector<std::string>;

constexpr unsigned kAfter = abi::kEpilogueLane;

const model::TestSource kSource = {
    .prefix = {"Box $0(1)"},
    .suffixes = {{"$0.put(1)"}, {"int a = 2;\n$0.take(a)"}},
    .epilogue = {"$0.size()", "$0.limit()"},
};

TEST(PhraseOf, LeavesOutSetUpAndTheObject) {
  EXPECT_EQ(phraseOf("$0.put(1)"), "put(1)");
  EXPECT_EQ(phraseOf("int a = 2;\n$0.take(a)"), "take(a)");
  EXPECT_EQ(phraseOf("$1.swap($0)"), "other.swap(object)");
}

TEST(Explain, ShowsWhatWasObservedAndWhatEachOrderGives) {
  Oracle oracle;
  ObservedCall put = returned(1, 0);
  put.text = "";
  oracle.addSerial(observed({put, returned(2, 1), returned(kAfter, 0), returned(kAfter, 1, 1)}));
  oracle.addSerial(
      observed({threw(2, "St12out_of_range"), put, returned(kAfter, 1), returned(kAfter, 1, 1)}));
  Observation wrong = observed({put, returned(2, 1), returned(kAfter, 1), returned(kAfter, 1, 1)});
  EXPECT_EQ(report::explanationText(explain(wrong, oracle, kSource)),
            (Lines{"observed: put(1) | take(a) -> 1; then size() -> 1",
                   "T1, T2: put(1) | take(a) -> 1; then size() -> 0",
                   "T2, T1: put(1) | take(a) throws std::out_of_range; then size() -> 1"}));
  EXPECT_EQ(report::messageText(messageOf(oracle.judge(wrong), wrong, oracle, kSource)),
            "no serial order gives these results");
}

TEST(MessageOf, NamesTheCallThatIsOdd) {
  Oracle oracle;
  oracle.addSerial(observed({returned(1, 0), returned(2, 1), returned(kAfter, 0)}));
  Observation wrong = observed({returned(1, 0), returned(2, 1), returned(kAfter, 1)});
  EXPECT_EQ(report::messageText(messageOf(oracle.judge(wrong), wrong, oracle, kSource)),
            "afterwards `size() -> 1`, which no serial order of the calls gives");
  wrong = observed({returned(1, 0), threw(2, "St11logic_error")});
  EXPECT_EQ(report::messageText(messageOf(oracle.judge(wrong), wrong, oracle, kSource)),
            "`take(a)` throws std::logic_error, which it does in no serial order of the calls");
}

TEST(Explain, AHangIsExplainedByTheOrdersThatEnd) {
  Oracle oracle;
  oracle.addSerial(observed({returned(1, 0), returned(2, 1)}));
  oracle.addSerial(observed({running(2), returned(1, 0)}, FailureKind::LostWakeup));
  Observation hang = observed({running(2), returned(1, 0)}, FailureKind::LostWakeup);
  EXPECT_EQ(
      report::explanationText(explain(hang, oracle, kSource)),
      (Lines{"observed: put(1) -> 0 | take(a) never ends", "T1, T2: put(1) -> 0 | take(a) -> 1"}));
}

} // namespace
} // namespace heddle::examine
