// SPDX-License-Identifier: Apache-2.0
#include "cli/summaries_file.h"

namespace heddle::cli {

Result<model::ClassSummary> readSummaries(const std::filesystem::path& file) {
  if (file.empty())
    return Error{"the front end could not summarise the methods of this class"};
  return model::readClassSummary(file.string());
}

} // namespace heddle::cli
