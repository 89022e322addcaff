// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "examine/observation.h"
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

// The thread-safety oracle: see oracle.cpp. Receives all serial executions of one test, then judges others.
class Oracle {
public:
  void addSerial(const Observation& observation);
  // Not all serial executions are known: results and hangs are not judged then.
  void noteIncomplete() {
    HEDDLE_CHECK(!hasJudged_) << "serial executions are left out after the first verdict";
    isIncomplete_ = true;
  }

  Verdict judge(const Observation& observation);

  bool isIncomplete() const { return isIncomplete_; }
  bool comparesResults() const { return comparesResults_; }
  // Distinct ones, of all executions so far.
  const std::vector<UncomparedCall>& notCompared() const { return notCompared_; }
  // Some serial execution fails: a precondition does not hold.
  bool breaksSerially() const;
  // Distinct ones.
  const std::vector<KeptObservation>& serialOutcomes() const { return serial_; }

private:
  Verdict judgeEnding(const Observation& observation);
  Verdict judgeMismatch(const Observation& observation) const;
  bool excusesHang(const Observation& hang) const;
  bool showsSerially(runtime::FailureKind kind) const;
  bool sameEnding(const ObservedCall& one, const ObservedCall& other) const;
  void stopComparing();
  void noteUncompared(const Observation& observation);

  std::vector<KeptObservation> serial_;
  std::unordered_set<std::uint64_t> kept_; // their keys
  std::unordered_map<std::uint64_t, bool>
      isRight_;                      // by key: serial outcomes and those judged before
  std::uint32_t failedSerially_ = 0; // FailureKinds as bits
  bool exitedSerially_ = false;
  bool isIncomplete_ = false;
  bool comparesResults_ = true;
  bool hasJudged_ = false; // from then on no serial execution may be added
  std::vector<UncomparedCall> notCompared_;
};

} // namespace heddle::examine
