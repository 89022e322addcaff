// SPDX-License-Identifier: Apache-2.0
#include "reproduce/target_place.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "crash/canonical_name.h"
#include "support/check.h"

namespace heddle::reproduce {

namespace {

constexpr std::ptrdiff_t kMostInTurn = 4; // functions of one recursion

std::string_view baseName(std::string_view file) {
  return file.substr(file.find_last_of('/') + 1);
}

// A linkage name contains the plain names of its parts; operators and constructors have codes.
bool mayBe(const char* mangled, const crash::FunctionName& name) {
  bool isPlain =
      !name.name.starts_with("operator") && !name.isConstructor() && !name.isDestructor();
  return !isPlain || std::strstr(mangled, name.name.c_str()) != nullptr;
}

bool isSame(const model::TargetFrame& one, const model::TargetFrame& other) {
  return one.function == other.function;
}

// The depth of a recursion depends on the data: of frames that repeat, once or in turns, the innermost represent all.
std::vector<model::TargetFrame> withoutRepeats(std::vector<model::TargetFrame> frames) {
  for (std::ptrdiff_t turn = 1; turn <= kMostInTurn; ++turn) {
    std::vector<model::TargetFrame> kept;
    for (model::TargetFrame& frame : frames) {
      kept.push_back(std::move(frame));
      if (std::ssize(kept) >= 2 * turn &&
          std::equal(
              kept.end() - turn, kept.end(), kept.end() - 2 * turn, kept.end() - turn, isSame))
        kept.resize(kept.size() - static_cast<std::size_t>(turn));
    }
    frames = std::move(kept);
  }
  return frames;
}

std::vector<model::TargetFrame> shortened(const std::vector<model::TargetFrame>& frames) {
  if (frames.size() <= TargetPlace::kMostFrames)
    return frames;
  std::vector<model::TargetFrame> kept(frames.begin(),
                                       frames.begin() + TargetPlace::kMostFrames - 1);
  kept.push_back(frames.back());
  return kept;
}

} // namespace

TargetPlace::TargetPlace(const model::TargetThread& thread,
                         std::span<const abi::SiteRecord> sites) {
  std::vector<model::TargetFrame> frames = shortened(withoutRepeats(thread.frames));
  HEDDLE_CHECK(frames.size() <= kMostFrames)
      << frames.size() << " frames, at most " << kMostFrames << " are compared";
  for (const model::TargetFrame& frame : frames)
    frames_.push_back(crash::parseFunctionName(frame.function));
  Frames known = 0;
  for (const abi::SiteRecord& site : sites)
    known |= framesOf(site.function);
  std::size_t point = 0;
  while (point < frames.size() && (known & bit(point)) == 0)
    ++point;
  if (point == frames.size()) {
    frames_.clear();
    return;
  }
  const model::TargetFrame& failing = frames[point];
  line_ = failing.line;
  lacksInnermost_ = point > 0;
  countSites(failing, point, sites);
  keepKnown(known);
}

void TargetPlace::countSites(const model::TargetFrame& failing,
                             std::size_t point,
                             std::span<const abi::SiteRecord> sites) {
  const char* function = nullptr; // a template has one for each of its instances
  std::size_t onLine = 0;
  for (const abi::SiteRecord& site : sites) {
    if (!isAccess(site) || (framesOf(site.function) & bit(point)) == 0 ||
        (!failing.file.empty() && baseName(failing.file) != baseName(site.file)))
      continue;
    function = function == nullptr ? site.function : function;
    if (std::strcmp(function, site.function) != 0)
      continue;
    ++sitesAtPoint_;
    onLine += line_ != 0 && site.line == line_ ? 1 : 0;
  }
  hasLine_ = onLine > 0;
  sitesAtPoint_ = hasLine_ ? onLine : sitesAtPoint_;
}

// Renumbers the frames: those that are in the code stay.
void TargetPlace::keepKnown(Frames known) {
  std::vector<crash::FunctionName> kept;
  for (std::size_t i = 0; i < frames_.size(); ++i)
    if ((known & bit(i)) != 0)
      kept.push_back(std::move(frames_[i]));
  frames_ = std::move(kept);
  byFunction_.clear();
}

TargetPlace::Frames TargetPlace::framesOf(const char* function) {
  auto [entry, isNew] = byFunction_.try_emplace(function, 0);
  if (!isNew)
    return entry->second;
  Frames found = 0;
  crash::FunctionName parsed;
  bool isParsed = false;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    if (!mayBe(function, frames_[i]))
      continue;
    if (!isParsed)
      parsed = crash::parseFunctionName(crash::canonicalFunction(function));
    isParsed = true;
    if (crash::sameFunction(parsed, frames_[i]))
      found |= bit(i);
  }
  return entry->second = found;
}

bool TargetPlace::isAccess(const abi::SiteRecord& site) {
  return site.kind <= static_cast<std::uint8_t>(abi::SiteKind::AtomicCas) ||
         site.kind == static_cast<std::uint8_t>(abi::SiteKind::LibcCall);
}

bool TargetPlace::isNear(const abi::SiteRecord* site) {
  if (!isKnown() || site == nullptr || std::string_view(site->file).starts_with("/usr/"))
    return true;
  return (framesOf(site->function) & bit(0)) != 0;
}

bool TargetPlace::isSite(const abi::SiteRecord* site) {
  return isNear(site) && (site == nullptr || isLine(site->line));
}

unsigned TargetPlace::enter(unsigned matched, const char* function) {
  if (matched >= frames_.size())
    return matched;
  std::size_t next = frames_.size() - 1 - matched;
  return (framesOf(function) & bit(next)) != 0 ? matched + 1 : matched;
}

bool TargetPlace::isPoint(unsigned matched, const char* function) {
  return isKnown() && matched + 1 >= frames_.size() && (framesOf(function) & bit(0)) != 0;
}

} // namespace heddle::reproduce
