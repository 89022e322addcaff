// SPDX-License-Identifier: Apache-2.0
// Where things happened, as the user sees it. Most accesses of a modern C++ program happen in library
// headers (std::atomic, std::vector, std::lock_guard); a report that points there does not help. So
// every event gets the innermost place in the user's own code, found by the first of these that
// knows it:
//   1. the event's site, when it is in user code;
//   2. the recorded stack of the event;
//   3. the return address of the modelled library call;
//   4. a shadow stack kept from function-entry and -exit events: the last place seen in the innermost
//      user function that is still active.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "explain/explain.h"
#include "model/finding.h"
#include "model/trace.h"

namespace heddle::explain {

class Places {
public:
  // Asks the symbolizer once, for all program counters in the trace.
  Places(const model::Trace& trace, Symbolizer& symbolizer, const BuildOptions& options);

  // Of trace.events[index]. File "" when unknown.
  const model::SourcePlace& ofEvent(std::size_t index) const { return eventPlaces_[index]; }
  // False when the place is only the nearest one known before the event.
  bool isExact(std::size_t index) const { return exact_[index]; }
  // True when the event's own site is in user code, so that its variable name is the user's.
  bool siteIsUsers(const model::Event& event) const;
  const model::Site* site(std::int64_t id) const;
  model::SourcePlace ofSite(std::int64_t id) const;

  // The frames in user code, innermost first; when there are none, the first few named ones.
  std::vector<model::SourcePlace> stack(const std::vector<model::Frame>& frames) const;
  // The callers of the event's code, with its own place first.
  std::vector<model::SourcePlace> stackOfEvent(std::size_t index) const;
  // That of the failing thread. A signal interrupts at an instruction, not after a call.
  std::vector<model::SourcePlace> failingStack() const;

private:
  struct PlacedSite {
    const model::Site* site;
    model::SourcePlace place;
  };
  struct ShadowFrame {
    // In user code; at first the caller's, so that a deep recursion need not be climbed. File "" when none was seen.
    model::SourcePlace last;
  };

  std::vector<model::SourcePlace> namedFrames(const std::vector<model::Frame>& lookedUp) const;
  void symbolizeAll(Symbolizer& symbolizer);
  void placeEvents();
  model::SourcePlace placeByStack(const model::Event& event) const;
  model::SourcePlace firstUserPlace(const model::Frame& frame) const;
  model::SourcePlace shorten(model::SourcePlace place) const;

  const model::Trace& trace_;
  std::string workingDirectory_;
  std::map<std::int64_t, PlacedSite> sites_;
  // By module and pc: inlined functions first, with paths and names as shown.
  std::map<std::pair<std::string, std::uint64_t>, std::vector<model::SourcePlace>> symbolized_;
  std::vector<model::SourcePlace> eventPlaces_; // parallel to trace_.events
  std::vector<bool> exact_;                     // parallel to trace_.events
};

} // namespace heddle::explain
