// SPDX-License-Identifier: Apache-2.0
#include "support/version.h"

namespace heddle {

const char* version() {
  return HEDDLE_VERSION;
}

} // namespace heddle
