// SPDX-License-Identifier: Apache-2.0
// Tests of a bank account, as the front end, the harness and a replay would describe them.
#pragma once

#include <string>
#include <vector>

#include "codegen/codegen.h"
#include "runtime/abi/calls.h"

namespace heddle::codegen {

// Operations of bank::Account in sources/account.hpp, by their number.
enum AccountOperation : std::uint16_t { kMake, kBalance, kWithdraw, kAudit, kEqual };

inline model::ClassModel accountModel() {
  using model::OperationKind;
  const auto operation =
      [](OperationKind kind, std::string name, std::string signature, std::string result) {
        model::OperationModel out;
        out.kind = kind;
        out.name = std::move(name);
        out.signature = std::move(signature);
        out.result = std::move(result);
        return out;
      };
  model::ClassModel subject;
  subject.name = "bank::Account";
  subject.shortName = "Account";
  subject.header = "\"account.hpp\"";
  subject.operations = {operation(OperationKind::Constructor, "Account", "Account(int)", ""),
                        operation(OperationKind::Method, "balance", "balance() const", "int"),
                        operation(OperationKind::Method, "withdraw", "withdraw(int)", "bool"),
                        operation(OperationKind::Method, "audit", "audit(Auditor &)", "void"),
                        operation(OperationKind::Method, "operator==", "operator==", "bool")};
  subject.operations[kBalance].nodiscard = true;
  subject.operations[kBalance].isConst = subject.operations[kEqual].isConst = true;
  subject.includes = {"<string>"};
  return subject;
}

// One call with its source and its fate.
struct SampleCall {
  std::uint16_t operation;
  std::string source;
  std::string result;
  bool threw = false;
  bool ended = true;
};

class Sample {
public:
  explicit Sample(model::ClassModel model = accountModel()) : subject(std::move(model)) {}

  Sample& prefix(const SampleCall& call) {
    return add(abi::kPrefixLane, 0, call, test.prefix, source.prefix);
  }
  // Begins a new suffix.
  Sample& suffix(const std::vector<SampleCall>& sequence) {
    test.suffixes.emplace_back();
    source.suffixes.emplace_back();
    const auto lane = static_cast<std::uint8_t>(test.suffixes.size());
    for (const SampleCall& call : sequence)
      add(lane, lane, call, test.suffixes.back(), source.suffixes.back());
    return *this;
  }
  Sample& epilogue(const SampleCall& call) {
    return add(abi::kEpilogueLane, 0, call, test.epilogue, source.epilogue);
  }

  ObservedTest observed() const { return {subject, test, source, calls}; }

  model::ClassModel subject;
  model::Test test;
  model::TestSource source;
  std::vector<model::TracedCall> calls;

private:
  Sample& add(unsigned lane,
              std::uint16_t thread,
              const SampleCall& call,
              model::Sequence& sequence,
              model::SequenceSource& sources) {
    model::TracedCall traced;
    traced.lane = static_cast<std::uint8_t>(lane);
    traced.index = static_cast<std::uint16_t>(sequence.size());
    traced.thread = thread;
    traced.firstStep = ++steps_;
    traced.lastStep = call.ended ? ++steps_ : 0;
    traced.threw = call.threw;
    traced.comparable = !call.threw && call.ended;
    traced.result = call.result;
    calls.push_back(std::move(traced));
    sequence.push_back({.operation = call.operation, .receiver = 0, .choices = {}});
    sources.push_back(call.source);
    return *this;
  }

  std::uint64_t steps_ = 0;
};

inline Sample withdrawals() {
  Sample sample;
  sample.prefix({kMake, "bank::Account $0(1000)", ""})
      .suffix({{kWithdraw, "$0.withdraw(500)", "true"}})
      .suffix({{kWithdraw, "$0.withdraw(700)", "true"}})
      .epilogue({kBalance, "$0.balance()", "500"});
  return sample;
}

} // namespace heddle::codegen
