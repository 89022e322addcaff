// SPDX-License-Identifier: Apache-2.0
// How guides that plan tests are made. Their names are model/lists/guides.def; each guide's .cpp defines its own make
// function, which is all that has to be added for a new one.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "calls/dependencies.h"
#include "calls/roots.h"
#include "calls/sequence_runner.h"
#include "generate/test_guide.h"
#include "model/lists/guide_table.h"

namespace heddle::generate {

// What a guide may depend on. All references outlive the guide.
struct GuideContext {
  calls::CallCatalogue& catalogue;
  calls::SequenceRunner& runner; // runs calls alone
  const std::vector<calls::Root>& roots;
  const calls::Dependencies& dependencies;
  std::uint64_t seed = 1;
};

#define HEDDLE_TEST_GUIDE(id, name, usesSummaries)                                                 \
  std::unique_ptr<TestGuide> make##id(const GuideContext& context);
#define HEDDLE_SEQUENCE_GUIDE(id, name, usesSummaries)
#include "model/lists/guides.def"
#undef HEDDLE_TEST_GUIDE
#undef HEDDLE_SEQUENCE_GUIDE

// Requires a guide that plans tests.
std::unique_ptr<TestGuide> makeGuide(model::GuideId id, const GuideContext& context);

} // namespace heddle::generate
