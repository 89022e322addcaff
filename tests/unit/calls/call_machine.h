// SPDX-License-Identifier: Apache-2.0
// A class under test as a small state machine: what a call does depends only on the state, and everything about
// it can be counted by hand.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "calls/sequence_runner.h"
#include "runtime/abi/calls.h"

namespace heddle::calls {

class CallMachine final : public SequenceRunner {
public:
  struct Transition {
    unsigned next = 0;
    std::uint64_t coverage = 0;
    CallOutcome outcome = CallOutcome::Returned;
    std::uint64_t value = 0;
  };

  CallMachine(unsigned states, unsigned calls)
      : calls_(calls), transitions_(static_cast<std::size_t>(states) * calls) {}

  Transition& at(unsigned state, CallId call) { return transitions_[state * calls_ + call]; }
  const Transition& at(unsigned state, CallId call) const {
    return transitions_[state * calls_ + call];
  }
  unsigned states() const { return static_cast<unsigned>(transitions_.size()) / calls_; }
  unsigned calls() const { return calls_; }

  // The first call of a path makes the object, in state 0; state hashes are state numbers.
  SoloCall run(const Path& path, std::uint64_t /*state*/, CallId next) override {
    ++runs_;
    unsigned state = 0;
    for (std::size_t i = 1; i < path.size(); ++i)
      state = at(state, path[i]).next;
    const Transition& transition = at(state, next);
    return {.outcome = transition.outcome,
            .comparable = true,
            .coverage = transition.coverage,
            .state = transition.next,
            .value = transition.value};
  }

  std::uint64_t runs() const { return runs_; }

private:
  unsigned calls_;
  std::vector<Transition> transitions_;
  std::uint64_t runs_ = 0;
};

// A table of one constructor, followed by `methods` operations without parameters, so that call number i of a machine
// is the i-th call of CallCatalogue::calls.
class MachineTable {
public:
  explicit MachineTable(unsigned methods) : names_(methods + 1), operations_(methods + 1) {
    for (unsigned i = 0; i <= methods; ++i) {
      names_[i] = i == 0 ? "Machine" : "m" + std::to_string(i - 1);
      operations_[i].name = operations_[i].signature = names_[i].c_str();
      operations_[i].kind = i == 0 ? abi::OperationKind::Constructor : abi::OperationKind::Method;
    }
    table_ = {.version = abi::ClassTable::kVersion,
              .objectSize = 8,
              .className = "Machine",
              .operations = operations_.data(),
              .operationCount = methods + 1,
              .invariantCount = 0,
              .invariants = nullptr,
              .exclusions = nullptr,
              .exclusionCount = 0,
              .destroy = nullptr};
  }
  MachineTable(const MachineTable&) = delete;
  MachineTable& operator=(const MachineTable&) = delete;

  const abi::ClassTable& table() const { return table_; }
  abi::Operation& method(unsigned i) { return operations_[i + 1]; }

private:
  std::vector<std::string> names_;
  std::vector<abi::Operation> operations_;
  abi::ClassTable table_;
};

} // namespace heddle::calls
