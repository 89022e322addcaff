// SPDX-License-Identifier: Apache-2.0
#include "cli/summaries_file.h"

#include "report/words/message_text.h"

namespace heddle::cli {

Result<model::ClassSummary> readSummaries(const std::filesystem::path& file) {
  if (file.empty())
    return Error{"the front end could not summarise the methods of this class"};
  model::Message problem;
  std::optional<model::ClassSummary> summary = model::readClassSummary(file.string(), problem);
  if (!summary)
    return Error{report::messageText(problem)};
  return std::move(*summary);
}

} // namespace heddle::cli
