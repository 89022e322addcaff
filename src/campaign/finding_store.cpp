// SPDX-License-Identifier: Apache-2.0
#include "campaign/finding_store.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/core.h>
#include <vector>

#include "support/check.h"
#include "support/files.h"

namespace heddle::campaign {

namespace fs = std::filesystem;

namespace {

constexpr const char* kExtension = ".heddle";

std::vector<fs::path> findingsIn(const fs::path& out) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(out, error))
    if (entry.path().extension() == kExtension)
      files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

bool isSame(const model::Finding& a, const model::Finding& b) {
  return a.signature == b.signature && a.program.sources == b.program.sources &&
         a.program.workingDirectory == b.program.workingDirectory &&
         a.program.arguments == b.program.arguments && a.program.className == b.program.className;
}

} // namespace

void assignId(const fs::path& out, model::Finding& finding) {
  unsigned highest = 0;
  finding.id.clear();
  for (const fs::path& file : findingsIn(out)) {
    const std::string id = file.stem().string();
    if (std::ranges::all_of(id, [](char c) { return c >= '0' && c <= '9'; }))
      highest = std::max(highest, static_cast<unsigned>(std::atoi(id.c_str())));
    const Result<model::Finding> other = loadFinding(file);
    if (other && finding.id.empty() && isSame(*other, finding))
      finding.id = id;
  }
  if (finding.id.empty())
    finding.id = fmt::format("{:04}", highest + 1);
}

Result<void> storeFinding(const fs::path& out, const model::Finding& finding) {
  HEDDLE_CHECK(!finding.id.empty()) << "a finding is stored before it has an id";
  return writeFileAtomically((out / (finding.id + kExtension)).string(), model::toText(finding));
}

Result<model::Finding> loadFinding(const fs::path& file) {
  const Result<std::string> text = readFile(file.string());
  if (!text)
    return text.error();
  Result<model::Finding> finding = model::findingFromText(*text);
  if (!finding)
    return Error{fmt::format("{}: {}", file.string(), finding.error().message)};
  return finding;
}

fs::path newestFinding(const fs::path& out) {
  fs::path newest;
  fs::file_time_type newestTime{};
  for (const fs::path& file : findingsIn(out)) {
    std::error_code error;
    const fs::file_time_type time = fs::last_write_time(file, error);
    if (error || (!newest.empty() && time < newestTime))
      continue;
    newest = file;
    newestTime = time;
  }
  return newest;
}

} // namespace heddle::campaign
