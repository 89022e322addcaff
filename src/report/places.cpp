// SPDX-License-Identifier: Apache-2.0
#include "report/places.h"

#include <algorithm>

#include "report/functions.h"
#include "support/files.h"

namespace heddle::report {

using model::Event;
using model::EventKind;
using model::Frame;
using model::SourcePlace;

namespace {

constexpr std::size_t kFramesWithoutUserCode = 3;

// The address inside the call instruction instead of the one after it.
Frame steppedBack(Frame frame) {
  frame.pc -= frame.pc > 0 ? 1 : 0;
  frame.offset -= frame.offset > 0 ? 1 : 0;
  return frame;
}

Frame subjectFrame(std::uint64_t pc) {
  return Frame{.pc = pc, .module = {}, .offset = pc};
}

bool isEngine(const Frame& frame, const SourcePlace& place) {
  return frame.module.find("libheddle_engine") != std::string::npos ||
         place.file.starts_with(HEDDLE_RUNTIME_SOURCES) || place.function.starts_with("heddle_rt_");
}

} // namespace

bool isUserCode(std::string_view file) {
  return !file.empty() && !file.starts_with("/usr/") && !file.starts_with(HEDDLE_RUNTIME_SOURCES);
}

Places::Places(const model::Trace& trace, Symbolizer& symbolizer, const BuildOptions& options)
    : trace_(trace), workingDirectory_(options.workingDirectory) {
  if (!workingDirectory_.empty())
    workingDirectory_ = normalisePath(workingDirectory_);
  for (const auto& site : trace.sites) {
    sites_[site.id] = {.site = &site,
                       .place = shorten({.file = site.file,
                                         .line = site.line,
                                         .column = site.column,
                                         .function = site.function})};
  }
  symbolizeAll(symbolizer);
  placeEvents();
}

void Places::symbolizeAll(Symbolizer& symbolizer) {
  std::map<std::pair<std::string, std::uint64_t>, Frame> wanted;
  const auto want = [&](const Frame& frame) {
    if (frame.pc != 0)
      wanted.emplace(std::pair(frame.module, frame.pc), frame);
  };
  const auto wantStack = [&](const std::vector<Frame>& frames) {
    for (const auto& frame : frames)
      want(steppedBack(frame));
  };
  if (!trace_.stack.empty())
    want(trace_.stack.front());
  wantStack(trace_.stack);
  wantStack(trace_.relatedStack);
  for (const auto& blocked : trace_.blocked)
    wantStack(blocked.stack);
  for (const auto& held : trace_.held)
    wantStack(held.acquiredAt);
  for (const auto& event : trace_.events)
    want(steppedBack(subjectFrame(event.callerPc)));
  for (const auto& stack : trace_.stacks) {
    for (const auto pc : stack)
      want(steppedBack(subjectFrame(pc)));
  }
  std::vector<Frame> frames;
  frames.reserve(wanted.size());
  for (const auto& [key, frame] : wanted)
    frames.push_back(frame);
  auto answers = symbolizer.symbolize(frames);
  answers.resize(frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    auto& places = symbolized_[{frames[i].module, frames[i].pc}];
    for (auto& place : answers[i])
      places.push_back(shorten(std::move(place)));
  }
}

SourcePlace Places::shorten(SourcePlace place) const {
  if (place.file == "??")
    place.file.clear();
  if (!place.file.empty())
    place.file = normalisePath(place.file);
  // heddle's own files keep their full path, by which isUserCode knows them.
  const std::string prefix = workingDirectory_ + "/";
  if (!workingDirectory_.empty() && place.file.starts_with(prefix) &&
      !place.file.starts_with(HEDDLE_RUNTIME_SOURCES)) {
    place.file.erase(0, prefix.size());
  }
  place.function = place.function == "??" ? "" : readableFunction(place.function);
  return place;
}

const model::Site* Places::site(std::int64_t id) const {
  const auto found = sites_.find(id);
  return found == sites_.end() ? nullptr : found->second.site;
}

SourcePlace Places::ofSite(std::int64_t id) const {
  const auto found = sites_.find(id);
  return found == sites_.end() ? SourcePlace() : found->second.place;
}

bool Places::siteIsUsers(const Event& event) const {
  const auto found = sites_.find(event.site);
  return found != sites_.end() && isUserCode(found->second.place.file);
}

SourcePlace Places::firstUserPlace(const Frame& frame) const {
  const auto found = symbolized_.find({frame.module, frame.pc});
  if (found == symbolized_.end())
    return {};
  for (const auto& place : found->second) {
    if (isUserCode(place.file) && place.line != 0)
      return place;
  }
  return {};
}

SourcePlace Places::placeByStack(const Event& event) const {
  if (event.stack < trace_.stacks.size()) {
    for (const auto pc : trace_.stacks[event.stack]) {
      if (auto place = firstUserPlace(steppedBack(subjectFrame(pc))); !place.file.empty())
        return place;
    }
  }
  return firstUserPlace(steppedBack(subjectFrame(event.callerPc)));
}

void Places::placeEvents() {
  std::map<std::uint16_t, std::vector<ShadowFrame>> shadows;
  eventPlaces_.reserve(trace_.events.size());
  for (const auto& event : trace_.events) {
    auto& shadow = shadows[event.thread];
    if (event.kind == EventKind::FunctionEntry || shadow.empty())
      shadow.emplace_back();
    SourcePlace place = ofSite(event.site);
    if (!isUserCode(place.file) || place.line == 0)
      place = placeByStack(event);
    else
      shadow.back().last = place;
    exact_.push_back(!place.file.empty());
    for (auto frame = shadow.rbegin(); place.file.empty() && frame != shadow.rend(); ++frame)
      place = frame->last;
    if (place.file.empty())
      place = ofSite(event.site);
    eventPlaces_.push_back(std::move(place));
    if (event.kind == EventKind::FunctionExit && shadow.size() > 1)
      shadow.pop_back();
  }
}

std::vector<SourcePlace> Places::stack(const std::vector<Frame>& frames) const {
  std::vector<Frame> lookedUp;
  lookedUp.reserve(frames.size());
  for (const auto& frame : frames)
    lookedUp.push_back(steppedBack(frame));
  return namedFrames(lookedUp);
}

std::vector<SourcePlace> Places::stackOfEvent(std::size_t index) const {
  const Event& event = trace_.events[index];
  std::vector<Frame> lookedUp;
  if (event.stack < trace_.stacks.size()) {
    for (const auto pc : trace_.stacks[event.stack])
      lookedUp.push_back(steppedBack(subjectFrame(pc)));
  }
  std::vector<SourcePlace> frames = namedFrames(lookedUp);
  const SourcePlace& own = ofEvent(index);
  const bool included =
      !frames.empty() && frames.front().file == own.file && frames.front().line == own.line;
  if (!included)
    frames.insert(frames.begin(), own);
  return frames;
}

std::vector<SourcePlace> Places::failingStack() const {
  std::vector<Frame> lookedUp;
  lookedUp.reserve(trace_.stack.size());
  for (const auto& frame : trace_.stack)
    lookedUp.push_back(steppedBack(frame));
  const bool bySignal =
      trace_.kind == model::FindingKind::Crash || trace_.kind == model::FindingKind::StackOverflow;
  if (bySignal && !lookedUp.empty())
    lookedUp.front() = trace_.stack.front();
  return namedFrames(lookedUp);
}

std::vector<SourcePlace> Places::namedFrames(const std::vector<Frame>& lookedUp) const {
  std::vector<SourcePlace> users;
  std::vector<SourcePlace> named;
  for (const auto& frame : lookedUp) {
    const auto found = symbolized_.find({frame.module, frame.pc});
    if (found == symbolized_.end())
      continue;
    for (const auto& place : found->second) {
      if (isUserCode(place.file) && place.line != 0)
        users.push_back(place);
      else if (!place.function.empty() && !isEngine(frame, place))
        named.push_back(place);
    }
  }
  if (!users.empty())
    return users;
  named.resize(std::min(named.size(), kFramesWithoutUserCode));
  return named;
}

} // namespace heddle::report
