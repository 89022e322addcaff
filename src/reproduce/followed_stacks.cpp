// SPDX-License-Identifier: Apache-2.0
#include "reproduce/followed_stacks.h"

#include <algorithm>
#include <cstring>
#include <ranges>
#include <string_view>

#include "support/check.h"

namespace heddle::reproduce {

using runtime::EventKind;

namespace {

constexpr std::size_t kMostDepth = 4096; // of a stack; a deeper recursion is not followed

bool isLibrary(std::string_view file) {
  return file.starts_with("/usr/");
}

bool sameText(const char* one, const char* other) {
  return one == other || std::strcmp(one, other) == 0;
}

} // namespace

FollowedStacks::AtPoints FollowedStacks::visit(const trace::ExecutionTrace& trace,
                                               trace::EventIndex event) {
  if (trace.thread(event) >= threads_.size())
    threads_.resize(trace.thread(event) + 1u);
  Thread& thread = threads_[trace.thread(event)];
  const abi::SiteRecord* site = trace.site(event);
  if (trace.kind(event) == EventKind::FunctionEntry)
    enter(thread, *site);
  else if (trace.kind(event) == EventKind::FunctionExit)
    leave(thread, site->function);
  else if (trace.kind(event) == EventKind::Throw)
    noteThrow(trace.thread(event));
  else if (site != nullptr)
    pass(thread, *site);
  AtPoints points = pointsOf(thread);
  thread.beenAt |= points;
  return points;
}

void FollowedStacks::visitAll(const trace::ExecutionTrace& trace) {
  for (trace::EventIndex event = 0; event < trace.length(); ++event)
    visit(trace, event);
}

void FollowedStacks::forgetVisits() {
  sitesAtPoint_.clear();
  for (Thread& thread : threads_) {
    thread.beenAt = {};
    thread.hasThrown = false;
  }
}

void FollowedStacks::enter(Thread& thread, const abi::SiteRecord& site) {
  if (thread.stack.size() >= kMostDepth)
    return;
  Frame frame{
      .function = site.function, .isLibrary = isLibrary(site.file), .outer = pointsOf(thread)};
  for (std::size_t i = 0; i < places_.size(); ++i) {
    unsigned before = thread.stack.empty() ? 0 : thread.stack.back().matched[i];
    frame.matched[i] = static_cast<std::uint8_t>(places_[i].enter(before, site.function));
    frame.isPoint[i] = places_[i].isPoint(before, site.function);
  }
  thread.stack.push_back(frame);
  thread.absent = nullptr;
}

// Names are compared only if there is no other way: nearly always, one function has one name in memory.
std::vector<FollowedStacks::Frame>::reverse_iterator
FollowedStacks::innermost(std::vector<Frame>& stack, const char* function) {
  auto same = std::ranges::find(stack.rbegin(), stack.rend(), function, &Frame::function);
  if (same != stack.rend())
    return same;
  return std::ranges::find_if(stack.rbegin(), stack.rend(), [&](const Frame& frame) {
    return sameText(frame.function, function);
  });
}

// An exception leaves functions that have nothing to clean up without an event.
void FollowedStacks::leave(Thread& thread, const char* function) {
  auto found = innermost(thread.stack, function);
  if (found != thread.stack.rend())
    thread.stack.erase(std::prev(found.base()), thread.stack.end());
}

void FollowedStacks::noteThrow(runtime::ThreadId thread) {
  threads_[thread].hasThrown = true;
  for (unsigned place = 0; place < places_.size(); ++place)
    threads_[thread].thrown[place] = presence(place, thread, nullptr);
}

void FollowedStacks::pass(Thread& thread, const abi::SiteRecord& site) {
  if (site.function == thread.absent)
    return;
  auto found = innermost(thread.stack, site.function);
  if (found == thread.stack.rend()) {
    thread.absent = site.function;
    return;
  }
  thread.stack.erase(found.base(), thread.stack.end());
  Frame& frame = thread.stack.back();
  frame.line = site.line;
  if (!places_.empty() && frame.isPoint[0] && places_[0].isLine(site.line) &&
      TargetPlace::isAccess(site))
    sitesAtPoint_.insert(&site);
}

// The line of a function does not change until those that it called have been left.
FollowedStacks::AtPoints FollowedStacks::pointsOf(const Thread& thread) const {
  if (thread.stack.empty())
    return {};
  const Frame& frame = thread.stack.back();
  AtPoints points = frame.outer;
  for (std::size_t i = 0; i < places_.size(); ++i)
    points[i] = points[i] || (frame.isPoint[i] && places_[i].isLine(frame.line));
  return points;
}

Presence FollowedStacks::presence(unsigned place,
                                  runtime::ThreadId thread,
                                  const abi::SiteRecord* site) const {
  HEDDLE_CHECK(place < places_.size()) << "stack " << place << " of " << places_.size();
  if (thread >= threads_.size())
    return Presence::Elsewhere;
  const std::vector<Frame>& stack = threads_[thread].stack;
  for (const Frame& frame : std::views::reverse(stack)) {
    bool isHere = site != nullptr && sameText(site->function, frame.function);
    if (frame.isPoint[place]) {
      if (places_[place].isLine(isHere ? site->line : frame.line))
        return Presence::There;
      return isHere ? Presence::Elsewhere : Presence::Near;
    }
    // A user function that the stack does not show. If the stack has no lines, it may have been inlined. If the stack
    // shows a function that is not in this code, it may be that one under another name.
    if (!frame.isLibrary && places_[place].line() != 0 && !places_[place].lacksInnermost())
      return Presence::Elsewhere;
  }
  return Presence::Elsewhere;
}

std::optional<Presence> FollowedStacks::thrown(unsigned place, runtime::ThreadId thread) const {
  HEDDLE_CHECK(place < places_.size()) << "stack " << place << " of " << places_.size();
  if (thread >= threads_.size() || !threads_[thread].hasThrown)
    return std::nullopt;
  return threads_[thread].thrown[place];
}

bool FollowedStacks::hasBeenAt(unsigned place, runtime::ThreadId thread) const {
  HEDDLE_CHECK(place < places_.size()) << "stack " << place << " of " << places_.size();
  return thread < threads_.size() && threads_[thread].beenAt[place];
}

} // namespace heddle::reproduce
