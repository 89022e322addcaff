// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "support/rng.h"
#include "synthesize/call_drawer.h"
#include "synthesize/dependencies.h"
#include "synthesize/pair_queue.h"
#include "synthesize/roots.h"
#include "synthesize/test_guide.h"

namespace heddle::synthesize {

// Random tests of one pair of methods, one call against one: the body of the loops of DepCon+ (Algorithms 3 and 4).
// Whatever is drawn is run alone first; a prefix consists of calls that return.
class PairTests {
public:
  // `directed`: calls of prefixes are chosen by what they change for the pair.
  PairTests(CallCatalogue& catalogue,
            SequenceRunner& engine,
            std::vector<Root> roots,
            const Dependencies& dependencies,
            bool directed);

  // Exception mode: both calls on one object, made by a constructor and, if wanted, changed by further calls. Nothing
  // when that comes to nothing: no call changes what the pair reads, or the pair cannot be called.
  std::optional<PlannedTest> onOneObject(MethodPair pair, bool changeState, Rng& random);
  // Deadlock mode: one call on each of two objects, each taking the other one if it can; the objects may have been
  // put into each other before.
  std::optional<PlannedTest> onTwoObjects(MethodPair pair, bool changeState, Rng& random);

  // Three calls on one object, none of which takes another one.
  std::optional<PlannedTest>
  ofThree(const Dependencies::Triple& operations, bool changeState, Rng& random);

  std::size_t callTraces() const { return traces_.size(); }

private:
  // A test in the making.
  struct Draft {
    CallDrawer drawer;
    Rng& random;
    Path path{};
    std::uint64_t state = 0;
    bool hasPeer = false;
  };

  SoloCall runAlone(const Draft& draft, CallId call);
  bool append(Draft& draft, CallId call, bool mustChange);
  bool appendMirrored(Draft& draft, CallId call);
  void makeObject(Draft& draft);
  bool makePeer(Draft& draft);
  std::vector<std::uint16_t> changersFor(MethodPair pair) const;
  bool changeOne(Draft& draft, MethodPair pair);
  bool changeBoth(Draft& draft, MethodPair pair);
  std::optional<CallId> drawLink(Draft& draft, const std::vector<std::uint16_t>& changers);
  std::optional<CallId> draw(Draft& draft, unsigned operation, bool withPeer);
  // A call that returns after the prefix if one is found, otherwise one that throws or waits there.
  std::optional<CallId> drawSuffix(Draft& draft, unsigned operation, bool withPeer);

  CallCatalogue& catalogue_;
  SequenceRunner& engine_;
  std::vector<Root> roots_;
  const Dependencies& dependencies_;
  bool directed_;
  std::vector<std::uint16_t> operations_;
  std::vector<std::vector<CallId>> callsWithPeer_; // by operation
  std::vector<CallId> peersOfObject_;              // constructions of a peer that take the object
  std::unordered_set<std::uint64_t> traces_;
};

} // namespace heddle::synthesize
