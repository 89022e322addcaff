// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "examine/observation.h"
#include "examine/result_sets.h"
#include "support/check.h"

namespace heddle::examine {

// An observation that outlives its execution. Its calls are in the order in which they began.
class KeptObservation {
public:
  explicit KeptObservation(const Observation& observation);
  KeptObservation(KeptObservation&&) = default;
  KeptObservation& operator=(KeptObservation&&) = default;
  KeptObservation(const KeptObservation&) = delete;
  KeptObservation& operator=(const KeptObservation&) = delete;
  ~KeptObservation() = default;

  const Observation& get() const { return observation_; }

private:
  std::vector<std::string> texts_; // that observation_ points into
  Observation observation_;
};

struct Verdict {
  runtime::FailureKind kind = runtime::FailureKind::None; // None: some linearisation shows the same
  std::size_t call = 0; // Exception: the one that threw, in Observation::calls
};

// In what a serial execution differs from the usual ones.
enum class SerialKind : std::uint8_t {
  Usual,        // threads of the class run to rest between calls; clocks stand still
  ClassOrder,   // threads of the class run at other times
  ClassSample,  // the same, one of many that are not all run
  Surroundings, // clocks and random numbers are others
};

// The thread-safety oracle: see oracle.cpp. Receives all serial executions of one test, then judges others.
class Oracle {
public:
  void addSerial(const Observation& observation, SerialKind kind = SerialKind::Usual);
  // An execution in which only calls that are weakly consistent by design were interrupted.
  void addInterrupted(const Observation& observation);
  // There are more of them. A result is then weak by design if only these calls differ from a serial execution.
  void noteMoreInterrupted(const CallPlaces& weak) {
    HEDDLE_CHECK(!hasJudged_) << "interrupted executions are left out after the first verdict";
    weakCalls_ = weak;
  }
  // Not all serial executions are known: results and hangs are not judged then.
  void noteIncomplete() {
    HEDDLE_CHECK(!hasJudged_) << "serial executions are left out after the first verdict";
    isIncomplete_ = true;
  }
  // Not all orders of calls and threads of the class are known: results that these threads have an influence on are not
  // judged then. Serial executions that are added from now on must not show anything else that is new.
  void noteSampledOrders() {
    HEDDLE_CHECK(!hasJudged_) << "orders are left out after the first verdict";
    ordersAreSampled_ = true;
    sampled_ = serial_.size();
  }

  // The class has a method that only notifies: a call that changes something need not wake others.
  void noteSeparateNotification() { notifiesSeparately_ = true; }

  Verdict judge(const Observation& observation);

  bool isIncomplete() const { return isIncomplete_; }
  // A call of a serial execution read a clock or a random source.
  bool readsSurroundings() const { return !readers_.empty(); }
  // Distinct ones, of all executions so far.
  const std::vector<UncomparedCall>& notCompared() const { return notCompared_; }
  // One thread alone breaks what the user has declared: that is reported, although no concurrency is needed.
  bool breaksInvariantSerially() const;
  // Distinct operations of lanes that returned in an execution.
  const std::vector<std::uint16_t>& returned() const { return returned_; }
  // Some serial execution fails: a precondition does not hold.
  bool breaksSerially() const;
  // Distinct ones, with clocks that stand still.
  const std::vector<KeptObservation>& serialOutcomes() const { return serial_; }

private:
  // What is compared. The calls whose results depend on something that differs between executions are left out.
  struct Comparison {
    bool isPossible = true;
    CallPlaces leftOut;
    std::unordered_map<std::uint64_t, bool>
        isRight;                              // by key: serial outcomes and those judged before
    std::unordered_set<std::uint64_t> isWeak; // those with weak calls that are interrupted
    // Outcomes of calls that waited and were overtaken. Only const methods may tell them from others: how many threads wait is
    // a good question.
    std::unordered_set<std::uint64_t> isOvertaken;
    CallPlaces leftOutConst; // const methods as well
    std::unordered_set<std::uint64_t> isRightWithoutConst;
    CallPlaces leftOutWeak; // if not all of those are known: weak calls are left out, too
    std::unordered_set<std::uint64_t> isRightWithoutWeak; // then
  };

  void finishSerial();
  void fill(Comparison& comparison, bool otherSurroundings, bool sampledOrders);
  Comparison& comparisonFor(const Observation& observation);
  bool surroundingsDiffer(const Observation& observation) const;
  bool classOrderIsUnknown(const Observation& observation) const;
  bool readsUnexpectedly(const Observation& observation) const;
  Verdict judgeEnding(const Observation& observation);
  Verdict judgeMismatch(const Observation& observation, const Comparison& comparison) const;
  void fillOvertaken(Comparison& comparison) const;
  static bool differsOnlyInConst(const Observation& observation, const Comparison& comparison);
  static bool isWeakByDesign(const Observation& observation, const Comparison& comparison);
  bool excusesHang(const Observation& hang, const Comparison& comparison) const;
  bool showsSerially(runtime::FailureKind kind) const;
  void noteUncompared(const Observation& observation);
  void noteLeftOut(const Observation& observation, const Comparison& comparison);
  void noteUncompared(const UncomparedCall& call);
  void noteReturned(const Observation& observation);

  std::vector<KeptObservation> serial_;
  std::vector<KeptObservation> overtaken_;
  std::vector<KeptObservation> interrupted_;
  CallPlaces weakCalls_;                 // if not all interrupted executions are known
  std::vector<KeptObservation> shifted_; // with other clocks and random numbers
  std::vector<KeptObservation> shiftedHangs_;
  std::unordered_set<std::uint64_t> kept_; // keys of all but those that were overtaken
  std::unordered_set<std::uint64_t> keptOvertaken_;
  std::array<ResultSets, 3> results_; // by SerialKind, except for other surroundings
  // By the order in which the calls began: with the usual clock, and with others.
  std::unordered_map<std::uint64_t, std::array<ResultSets, 2>> resultsByOrder_;
  std::unordered_map<CallPlace, std::unordered_set<std::uint32_t>>
      readers_; // their numbers of draws
  CallPlaces dependsOnSurroundings_;
  CallPlaces dependsOnClassOrder_;
  std::array<Comparison, 4> comparisons_; // by whether surroundings differ, and orders are sampled
  std::uint32_t failedSerially_ = 0;      // FailureKinds as bits
  bool exitedSerially_ = false;
  bool isIncomplete_ = false;
  bool ordersAreSampled_ = false;
  std::size_t sampled_ = ~std::size_t{0}; // of serial_ when they began to be
  bool notifiesSeparately_ = false;
  bool allHang_ = true;    // all serial executions
  bool hasJudged_ = false; // from then on no serial execution may be added
  std::vector<UncomparedCall> notCompared_;
  std::vector<std::uint16_t> returned_;
};

} // namespace heddle::examine
