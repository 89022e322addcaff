// SPDX-License-Identifier: Apache-2.0
#include "model/run_result.h"

namespace heddle::model {

std::string_view toText(Severity severity) {
  switch (severity) {
  case Severity::Note:
    return "note";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return "error";
  }
  return "error";
}

} // namespace heddle::model
