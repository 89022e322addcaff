// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "calls/call_drawer.h"
#include "calls/dependencies.h"
#include "calls/roots.h"
#include "generate/pair_queue.h"
#include "generate/test_guide.h"
#include "support/rng.h"

namespace heddle::generate {

// The same for tests with the same calls, in whichever order their lanes are.
std::uint64_t keyOf(const PlannedTest& test);

// Random tests of one pair of methods, one call against one: the body of the loops of DepCon+ (Algorithms 3 and 4).
// Each drawn call first runs alone; a prefix consists of calls that return.
class PairTests {
public:
  // `directed`: calls of prefixes are chosen by what they change for the pair. `values`: of the arguments.
  PairTests(calls::CallCatalogue& catalogue,
            calls::SequenceRunner& engine,
            std::vector<calls::Root> roots,
            const calls::Dependencies& dependencies,
            bool directed,
            calls::CallDrawer::Values values = calls::CallDrawer::Values::Usual);

  // Exception mode: both calls on one object, which a constructor makes and, if wanted, further calls change. Nothing
  // if that fails: no call changes what the pair reads, or the pair cannot be called.
  std::optional<PlannedTest> onOneObject(MethodPair pair, bool changeState, Rng& random);
  // Deadlock mode: one call on each of two objects, each taking the other object if it can; the objects may have been
  // put into each other before.
  std::optional<PlannedTest> onTwoObjects(MethodPair pair, bool changeState, Rng& random);

  // Three calls on one object, none of which takes another object.
  std::optional<PlannedTest>
  ofThree(const calls::Dependencies::Triple& operations, bool changeState, Rng& random);

  // The calls of the pair, and further ones that the shape needs, on one object that other calls have changed.
  std::optional<PlannedTest> ofShape(MethodPair pair, Shape shape, Rng& random);

  std::size_t callTraces() const { return traces_.size(); }

private:
  // A test under construction.
  struct Draft {
    calls::CallDrawer drawer;
    Rng& random;
    calls::Path path{};
    std::uint64_t state = 0;
    bool hasPeer = false;
  };

  Draft newDraft(Rng& random) {
    return {.drawer = calls::CallDrawer(catalogue_, random, values_), .random = random};
  }
  std::optional<calls::CallId> drawAnother(Draft& draft, MethodPair pair);
  calls::SoloCall runAlone(const Draft& draft, calls::CallId call);
  bool append(Draft& draft, calls::CallId call, bool mustChange);
  bool appendMirrored(Draft& draft, calls::CallId call);
  void makeObject(Draft& draft);
  bool makePeer(Draft& draft);
  std::vector<std::uint16_t> changersFor(MethodPair pair) const;
  bool changeOne(Draft& draft, MethodPair pair);
  bool changeBoth(Draft& draft, MethodPair pair);
  std::optional<calls::CallId> drawLink(Draft& draft, const std::vector<std::uint16_t>& changers);
  std::optional<calls::CallId> draw(Draft& draft, unsigned operation, bool withPeer);
  // A call that returns after the prefix if there is one, otherwise one that throws or waits there.
  std::optional<calls::CallId> drawSuffix(Draft& draft, unsigned operation, bool withPeer);

  calls::CallCatalogue& catalogue_;
  calls::SequenceRunner& engine_;
  std::vector<calls::Root> roots_;
  const calls::Dependencies& dependencies_;
  bool directed_;
  calls::CallDrawer::Values values_;
  std::vector<std::uint16_t> operations_;
  std::vector<std::vector<calls::CallId>> callsWithPeer_; // by operation
  std::vector<calls::CallId> peersOfObject_; // constructions of a peer that take the object
  std::unordered_set<std::uint64_t> traces_;
};

} // namespace heddle::generate
