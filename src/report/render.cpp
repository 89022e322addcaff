// SPDX-License-Identifier: Apache-2.0
#include "report/deps_report.h"
#include "report/pages.h"
#include "report/report.h"

namespace heddle::report {

std::string render(Format format, const model::RunResult& result, const TextOptions& options) {
  return format == Format::Json ? jsonDocument(result) : textPage(result, options);
}

std::string
render(Format format, const Dependencies& dependencies, const TextOptions& options, bool all) {
  return format == Format::Json ? jsonDocument(dependencies) : textPage(dependencies, options, all);
}

} // namespace heddle::report
