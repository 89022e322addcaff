// SPDX-License-Identifier: Apache-2.0
#include "report/words/severity_text.h"

namespace heddle::report {

using model::FindingKind;
using model::SeverityReason;

namespace {

std::string_view textOf(FindingKind kind) {
  switch (kind) {
  case FindingKind::EscapedReference:
    return "callers can access what the lock protects without holding it";
  case FindingKind::WeakConsistency:
    return "weak by design in a class that does not lock whole operations";
  default:
    return "";
  }
}

} // namespace

std::string_view severityText(const model::Finding& finding) {
  switch (finding.severityReason) {
  case SeverityReason::None:
    return textOf(finding.kind);
  case SeverityReason::CallsUnknownCode:
    return "the class calls unknown code while it holds a lock";
  case SeverityReason::ThrowingCallback:
    return "only an exception out of a callback that heddle generated causes it";
  case SeverityReason::ExtremeArguments:
    return "only extreme arguments cause it, which a precondition may exclude";
  }
  return "";
}

} // namespace heddle::report
