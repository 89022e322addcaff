// SPDX-License-Identifier: Apache-2.0
#include "cli/summaries_file.h"

#include <fmt/core.h>

#include "support/files.h"

namespace heddle::cli {

Result<model::ClassSummary> readSummaries(const std::filesystem::path& file) {
  if (file.empty())
    return Error{"the front end could not summarise the methods of this class"};
  const Result<std::string> text = readFile(file.string());
  if (!text)
    return Error{fmt::format("method summaries cannot be read: {}", text.error().message)};
  Result<model::ClassSummary> summary = model::classSummaryFromText(*text);
  if (!summary)
    return Error{fmt::format(
        "method summaries cannot be read: {}: {}", file.string(), summary.error().message)};
  return summary;
}

} // namespace heddle::cli
