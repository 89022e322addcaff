// SPDX-License-Identifier: Apache-2.0
#include "report/json_parts.h"

namespace heddle::report {

JsonValue placeJson(const model::SourcePlace& place) {
  if (place.file.empty())
    return nullptr;
  JsonValue json{{"file", place.file}, {"line", place.line}};
  if (place.column > 0)
    json["column"] = place.column;
  if (!place.function.empty())
    json["function"] = place.function;
  return json;
}

JsonValue diagnosticsJson(const std::vector<model::Diagnostic>& diagnostics) {
  JsonValue list = JsonValue::array();
  for (const model::Diagnostic& diagnostic : diagnostics)
    list.push_back({{"severity", toText(diagnostic.severity)},
                    {"code", diagnostic.code},
                    {"message", diagnostic.message},
                    {"location", placeJson(diagnostic.place)},
                    {"hint", diagnostic.hint}});
  return list;
}

} // namespace heddle::report
