// SPDX-License-Identifier: Apache-2.0
// What static analysis says about the accesses of a program (value schedules; Chen, "Guided testing of concurrent programs using value
// schedules", 2009, chapter 4). Sites are those of the runtime.
//
// Every answer over-approximates: a pair or a path that can happen is never missing. About a site that the analysis does not know,
// every answer is yes.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <memory>
#include <span>

#include "analysis/assumptions.h"
#include "analysis/pair_kind.h"
#include "runtime/abi/graph.h"
#include "runtime/abi/site.h"

namespace heddle::analysis {

struct Partner {
  const abi::SiteRecord* site = nullptr;
  PairKind kind = PairKind::ReadWrite;

  auto operator<=>(const Partner&) const = default;
};

// How much was analysed and found.
struct AnalysisSize {
  std::size_t nodes = 0;                          // instructions, calls and branches
  std::array<std::size_t, kPairKinds> pairs = {}; // of sites, by PairKind
};

class AccessFacts {
public:
  virtual ~AccessFacts() = default;

  // The accesses of other threads that may conflict with `site` and may happen in parallel. Complete among the known sites; an
  // unknown site conflicts with everything.
  virtual std::span<const Partner> partnersOf(const abi::SiteRecord* site) const = 0;
  // Whether `site` is one of those that the analysis saw. Null is not known.
  virtual bool knows(const abi::SiteRecord* site) const = 0;

  // Whether a thread that has just executed `from` may still execute `target`, returns to callers included.
  virtual bool mayReach(const abi::SiteRecord* from, const abi::SiteRecord* target) const = 0;
  // The same after the branch at `from` had this outcome. A switch, or an unknown outcome, may go anywhere.
  virtual bool mayReachAfterBranch(const abi::SiteRecord* from,
                                   bool outcome,
                                   const abi::SiteRecord* target) const = 0;
  // Whether a thread that the call at `creation` creates may execute `target`.
  virtual bool mayStartReach(const abi::SiteRecord* creation,
                             const abi::SiteRecord* target) const = 0;

  virtual Assumptions assumptions() const { return {}; }
  virtual AnalysisSize size() const { return {}; }
};

// For programs without facts.
class AssumeEverything final : public AccessFacts {
public:
  std::span<const Partner> partnersOf(const abi::SiteRecord*) const override { return {}; }
  bool knows(const abi::SiteRecord*) const override { return false; }
  bool mayReach(const abi::SiteRecord*, const abi::SiteRecord*) const override { return true; }
  bool mayReachAfterBranch(const abi::SiteRecord*, bool, const abi::SiteRecord*) const override {
    return true;
  }
  bool mayStartReach(const abi::SiteRecord*, const abi::SiteRecord*) const override { return true; }
};

// What the analysis uses; each part can be switched off to measure what it is worth.
struct AnalysisOptions {
  bool aliases = true;       // pairs must be able to refer to the same memory
  bool escape = true;        // to memory that a second thread can know
  bool commonLocks = true;   // and not both hold the same lock
  bool relativeLocks = true; // or the lock of the object they access
  bool threadOrder = true;   // creating and joining threads orders accesses
  // Programs with more nodes are analysed without synchronisation and thread order.
  std::size_t mostNodes = 200'000;
};

// Analyses the program whose modules have these graphs (runtime::graphTable).
std::unique_ptr<AccessFacts> analyseAccesses(std::span<const abi::GraphRecord> graphs,
                                             const AnalysisOptions& options = {});

} // namespace heddle::analysis
