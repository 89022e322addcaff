// SPDX-License-Identifier: Apache-2.0
#include "model/known/baseline.h"

#include <algorithm>

#include "model/known/fingerprint.h"

namespace heddle::model {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos)
    return "";
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

Error problemAt(std::size_t line, const std::string& problem) {
  return Error{"line " + std::to_string(line) + ": " + problem};
}

} // namespace

bool Baseline::has(std::string_view fingerprint) const {
  return std::ranges::any_of(entries,
                             [&](const Entry& entry) { return entry.fingerprint == fingerprint; });
}

void Baseline::add(const std::string& fingerprint, const std::string& comment) {
  if (!has(fingerprint))
    entries.push_back({.comments = {"# " + comment}, .fingerprint = fingerprint});
}

std::string toText(const Baseline& baseline) {
  std::string text(Baseline::kHead);
  text += "\n# Known findings, one per line. Lines that begin with # are comments.\n";
  for (const Baseline::Entry& entry : baseline.entries) {
    text += '\n';
    for (const std::string& comment : entry.comments)
      text += comment + '\n';
    text += entry.fingerprint + '\n';
  }
  return text;
}

Result<Baseline> baselineFromText(std::string_view text) {
  Baseline baseline;
  std::vector<std::string> comments;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (number == 1 && line != Baseline::kHead)
      return problemAt(1, "expected `" + std::string(Baseline::kHead) + "`");
    if (line.empty()) {
      comments.clear(); // they are about the file, not about the next finding
    } else if (line.starts_with('#')) {
      comments.emplace_back(line);
    } else if (const std::string problem = problemOfFingerprint(line); !problem.empty()) {
      return problemAt(number, problem);
    } else {
      baseline.entries.push_back(
          {.comments = std::move(comments), .fingerprint = std::string(line)});
      comments.clear();
    }
  }
  return baseline;
}

} // namespace heddle::model
