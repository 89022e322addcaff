// SPDX-License-Identifier: Apache-2.0
#include "explore/values/focus.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>

#include "runtime/runtime.h"

namespace heddle::explore::values {

namespace {

bool isAccess(const abi::SiteRecord& site) {
  switch (static_cast<abi::SiteKind>(site.kind)) {
  case abi::SiteKind::FunctionEntry:
  case abi::SiteKind::FunctionExit:
  case abi::SiteKind::Branch:
  case abi::SiteKind::IndirectCall:
    return false;
  default:
    return true;
  }
}

unsigned distance(const model::FocusLine& line, const abi::SiteRecord& site) {
  return line.line > site.line ? line.line - site.line : site.line - line.line;
}

// Null: no code of the subject comes from the file.
const abi::SiteRecord* nearestAccess(const model::FocusLine& line) {
  std::size_t count = 0;
  const abi::SiteRecord* sites = runtime::siteTable(&count);
  const abi::SiteRecord* nearest = nullptr;
  for (const abi::SiteRecord& site : std::span(sites, count))
    if (isAccess(site) && model::isIn(line, site.file) &&
        (nearest == nullptr || distance(line, site) < distance(line, *nearest)))
      nearest = &site;
  return nearest;
}

} // namespace

Focus::Focus(const std::vector<model::FocusLine>& lines)
    : lines_(lines), filter_([this](const abi::SiteRecord* site) {
        return std::ranges::any_of(lines_, [&](const model::FocusLine& line) {
          return site->line == line.line && model::isIn(line, site->file);
        });
      }) {}

std::optional<model::Message> lineWithoutAccess(const std::vector<model::FocusLine>& lines) {
  for (const model::FocusLine& line : lines) {
    const abi::SiteRecord* nearest = nearestAccess(line);
    if (nearest == nullptr)
      return model::Message{.id = abi::MessageId::FocusFileUnknown, .arguments = {line.file}};
    if (nearest->line != line.line)
      return model::Message{
          .id = abi::MessageId::FocusLineWithoutAccess,
          .arguments = {line.file, std::to_string(line.line), std::to_string(nearest->line)}};
  }
  return std::nullopt;
}

} // namespace heddle::explore::values
