// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "crash/function_name.h"
#include "model/failure_target.h"
#include "runtime/abi/site.h"

namespace heddle::reproduce {

// Where one stack of a failure target is in the code of the harness: tells, function by function, whether a running
// thread has reached the point of failure with the calling context of the stack (PS-Stack of ConCrash).
//
// How we differ: a frame of the stack that is not in this code (the test that crashed, another build) is left out;
// functions between the frames are allowed, because the compiler of the crashed program may have inlined them. If no
// access is on the line of the point of failure, its function counts: calls of library functions leave no trace in
// their line.
class TargetPlace {
public:
  // If there are more, frames near the point of failure count, and the last one.
  static constexpr std::size_t kMostFrames = 60;

  TargetPlace(const model::TargetThread& thread, std::span<const abi::SiteRecord> sites);

  // Whether any frame of the stack is in this code.
  bool isKnown() const { return !frames_.empty(); }
  // Whether an access is on the line of the point of failure.
  bool hasLine() const { return hasLine_; }
  std::uint32_t line() const { return line_; }
  // Whether the point of failure has inner frames that are not in this code: it may be any function that is called
  // there.
  bool lacksInnermost() const { return lacksInnermost_; }
  // Accesses in the code on that line, or in the function if the line is not known.
  std::size_t sitesAtPoint() const { return sitesAtPoint_; }

  // How many frames, from the outermost on, a stack has matched after a function with `matched` of them calls
  // `function`.
  unsigned enter(unsigned matched, const char* function);
  // Whether `function`, called from one with `matched` frames, is the failing one.
  bool isPoint(unsigned matched, const char* function);
  // Whether the site is of an access. Functions of libc access memory for their caller.
  static bool isAccess(const abi::SiteRecord& site);
  // Whether an access there can be the failing one, or is at least in the same function; in a library it may be
  // anywhere.
  bool isSite(const abi::SiteRecord* site);
  bool isNear(const abi::SiteRecord* site);
  // Whether a thread that is in that function, at `line`, can be at the point of failure.
  bool isLine(std::uint32_t line) const { return !hasLine() || line == line_; }

private:
  using Frames = std::uint64_t; // as bits
  static Frames bit(std::size_t frame) { return Frames{1} << frame; }
  Frames framesOf(const char* function);
  void keepKnown(Frames known);
  void countSites(const model::TargetFrame& failing,
                  std::size_t point,
                  std::span<const abi::SiteRecord> sites);

  std::vector<crash::FunctionName> frames_; // innermost first
  std::unordered_map<const char*, Frames> byFunction_;
  std::uint32_t line_ = 0;
  bool hasLine_ = false;
  bool lacksInnermost_ = false;
  std::size_t sitesAtPoint_ = 0;
};

} // namespace heddle::reproduce
