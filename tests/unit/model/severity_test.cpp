// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/severity.h"

namespace heddle::model {
namespace {

TEST(Severity, FailuresAreErrorsUnlessThereIsAReason) {
  EXPECT_EQ(severityOf(FindingKind::Deadlock, SeverityReason::None), Severity::Error);
  EXPECT_EQ(severityOf(FindingKind::Deadlock, SeverityReason::CallsUnknownCode), Severity::Warning);
}

TEST(Severity, AReasonNeverRaisesTheSeverityOfAKind) {
  EXPECT_EQ(severityOf(FindingKind::WeakConsistency, SeverityReason::None), Severity::Note);
  EXPECT_EQ(severityOf(FindingKind::WeakConsistency, SeverityReason::ExtremeArguments),
            Severity::Note);
  EXPECT_EQ(severityOf(FindingKind::EscapedReference, SeverityReason::None), Severity::Warning);
}

} // namespace
} // namespace heddle::model
