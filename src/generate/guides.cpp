// SPDX-License-Identifier: Apache-2.0
#include "generate/guides.h"

#include "support/check.h"

namespace heddle::generate {

std::unique_ptr<TestGuide> makeGuide(model::GuideId id, const GuideContext& context) {
  HEDDLE_CHECK(!context.roots.empty()) << "tests are to be made of a class without objects";
  switch (id) {
#define HEDDLE_TEST_GUIDE(id, name, usesSummaries)                                                 \
  case model::GuideId::id:                                                                         \
    return make##id(context);
#define HEDDLE_SEQUENCE_GUIDE(id, name, usesSummaries)                                             \
  case model::GuideId::id:                                                                         \
    break;
#include "model/lists/guides.def"
#undef HEDDLE_TEST_GUIDE
#undef HEDDLE_SEQUENCE_GUIDE
  }
  HEDDLE_CHECK(false) << "guide number " << static_cast<unsigned>(id) << " does not plan tests";
  return nullptr;
}

} // namespace heddle::generate
