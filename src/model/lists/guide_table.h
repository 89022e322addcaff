// SPDX-License-Identifier: Apache-2.0
// What the CLI and the harness both know about guides, expanded from guides.def. How they are made is generate/guides.h.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace heddle::model {

enum class GuideId : std::uint8_t {
#define HEDDLE_TEST_GUIDE(id, name, usesSummaries) id,
#define HEDDLE_SEQUENCE_GUIDE(id, name, usesSummaries) id,
#include "model/lists/guides.def"
#undef HEDDLE_TEST_GUIDE
#undef HEDDLE_SEQUENCE_GUIDE
};

struct GuideRow {
  GuideId id;
  std::string_view name;
  bool usesSummaries; // prunes pairs of methods by their summaries
  bool plansTests;    // otherwise it finds call sequences, of which the assembler makes tests
};

inline constexpr std::array kGuides = {
#define HEDDLE_TEST_GUIDE(id, name, usesSummaries) GuideRow{GuideId::id, name, usesSummaries, true},
#define HEDDLE_SEQUENCE_GUIDE(id, name, usesSummaries)                                             \
  GuideRow{GuideId::id, name, usesSummaries, false},
#include "model/lists/guides.def"
#undef HEDDLE_TEST_GUIDE
#undef HEDDLE_SEQUENCE_GUIDE
};

// Null when no guide has this name.
constexpr const GuideRow* findGuide(std::string_view name) {
  for (const GuideRow& row : kGuides)
    if (row.name == name)
      return &row;
  return nullptr;
}

} // namespace heddle::model
