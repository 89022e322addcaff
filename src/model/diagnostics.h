// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/run_result.h"

namespace heddle::model {

inline model::Diagnostic makeDiagnostic(model::Severity severity,
                                        std::string code,
                                        std::string message,
                                        std::string hint = "") {
  return {.severity = severity,
          .code = std::move(code),
          .message = std::move(message),
          .place = {},
          .hint = std::move(hint)};
}

inline model::Diagnostic makeError(std::string code, std::string message, std::string hint = "") {
  return makeDiagnostic(
      model::Severity::Error, std::move(code), std::move(message), std::move(hint));
}

} // namespace heddle::model
