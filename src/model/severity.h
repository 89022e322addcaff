// SPDX-License-Identifier: Apache-2.0
// How serious a finding or a diagnostic is. For a finding it follows from the kind of failure and from the reason, if there
// is one, to doubt that the author of the code would fix it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "model/finding_kind.h"
#include "model/forms/enum_names.h"

namespace heddle::model {

enum class Severity : std::uint8_t { Note, Warning, Error };
template <>
struct EnumNames<Severity> {
  static constexpr std::array<std::string_view, 3> kNames = {"note", "warning", "error"};
};
constexpr std::string_view toText(Severity severity) {
  return nameOf(severity);
}

enum class SeverityReason : std::uint8_t {
#define HEDDLE_SEVERITY_REASON(id, name, severity) id,
#include "model/lists/severity_reasons.def"
#undef HEDDLE_SEVERITY_REASON
};
template <>
struct EnumNames<SeverityReason> {
  static constexpr std::array kNames = {
#define HEDDLE_SEVERITY_REASON(id, name, severity) std::string_view(name),
#include "model/lists/severity_reasons.def"
#undef HEDDLE_SEVERITY_REASON
  };
};

constexpr Severity highestSeverity(SeverityReason reason) {
  constexpr std::array kSeverities = {
#define HEDDLE_SEVERITY_REASON(id, name, severity) Severity::severity,
#include "model/lists/severity_reasons.def"
#undef HEDDLE_SEVERITY_REASON
  };
  return kSeverities[static_cast<std::size_t>(reason)];
}

// Of failures of this kind, if nothing else is known.
constexpr Severity severityOf(FindingKind kind) {
  switch (kind) {
  case FindingKind::WeakConsistency:
    return Severity::Note;
  case FindingKind::EscapedReference:
    return Severity::Warning;
  default:
    return Severity::Error;
  }
}

constexpr Severity severityOf(FindingKind kind, SeverityReason reason) {
  return std::min(severityOf(kind), highestSeverity(reason));
}

} // namespace heddle::model
