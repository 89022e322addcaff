// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "calls/behaviour.h"
#include "calls/call_sequence.h"
#include "calls/roots.h"
#include "generate/call_tree.h"
#include "generate/trace_ledger.h"

namespace heddle::generate {

struct GuideOptions {
  std::uint64_t seed = 1;
  Prunings prunings = Prunings::all();
  unsigned saturation = 3;      // initial k
  bool thorough = false;        // searches end by saturation alone
  std::uint64_t firstRound = 0; // 0: simple values first; other jobs begin with others
};

// Yields call sequences, each of which improves the sequential coverage of those before it: the call sequence
// generator of AutoConTest (section 4.2). One iteration is one search of the tree from one constructor call with one
// choice of values; iterations go round the constructors and draw other values each time round.
class CoverageGuide {
public:
  // Of the last search that found something.
  struct Iteration {
    unsigned saturation = 0;
    std::uint64_t visited = 0;
    bool cut = false;
  };

  CoverageGuide(calls::CallCatalogue& catalogue,
                calls::SequenceRunner& engine,
                calls::Behaviour& behaviour,
                std::vector<calls::Root> roots,
                const GuideOptions& options);

  // Nothing: even with a higher saturation level no search found anything, or `stop` returned true.
  std::optional<calls::CallSequence> next(const std::function<bool()>& stop);

  // Skips the next search.
  void skip() { ++turn_; }

  const Iteration& lastIteration() const { return iteration_; }
  std::size_t callTraces() const { return ledger_.covered(); }
  // The calls that are worth testing along the last sequence: those that extended it, and some more.
  const std::vector<calls::CallId>& calls() const { return calls_; }

private:
  std::optional<calls::CallSequence> searchFrom(const calls::Root& root,
                                                const std::function<bool()>& stop);
  calls::CallSequence confirm(const calls::Root& root, const calls::Path& best);
  bool tryHarder();

  calls::CallCatalogue& catalogue_;
  calls::SequenceRunner& engine_;
  calls::Behaviour& behaviour_;
  std::vector<calls::Root> roots_;
  GuideOptions options_;
  TraceLedger ledger_;
  std::vector<calls::CallId> calls_;
  Iteration iteration_;
  std::uint64_t turn_ = 0;    // searches so far
  std::size_t fruitless_ = 0; // searches in a row that found nothing
  unsigned saturation_;       // k
  unsigned raised_ = 0;       // times k was raised since the last success
  std::uint64_t sequenceLimit_;
};

} // namespace heddle::generate
