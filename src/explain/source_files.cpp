// SPDX-License-Identifier: Apache-2.0
#include "explain/source_files.h"

#include "support/files.h"

namespace heddle::explain {

namespace {

std::vector<std::string> readLines(const std::string& path) {
  std::vector<std::string> lines;
  const auto content = readFile(path);
  if (!content)
    return lines;
  std::string line;
  for (const char c : *content) {
    if (c == '\n') {
      lines.push_back(std::move(line));
      line.clear();
    } else if (c != '\r') {
      line += c;
    }
  }
  lines.push_back(std::move(line));
  return lines;
}

} // namespace

std::string_view SourceFiles::line(const std::string& file, unsigned number) {
  auto [entry, isNew] = files_.try_emplace(file);
  if (isNew && !file.empty())
    entry->second = readLines(joinPath(directory_, file));
  const auto& lines = entry->second;
  return number >= 1 && number <= lines.size() ? lines[number - 1] : std::string_view();
}

} // namespace heddle::explain
