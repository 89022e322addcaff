// SPDX-License-Identifier: Apache-2.0
#include "examine/call_source.h"

#include <algorithm>
#include <array>

#include "examine/test_calls.h"
#include "explore/strategies/until_blocked_strategy.h"
#include "support/check.h"

namespace heddle::examine {

namespace {

constexpr unsigned kMostText = 8192;

// A thunk's writer is code of the subject, so it runs where calls run: on the subject's stack, when a call is
// requested.
class Writer final : public runtime::CallSource {
public:
  Writer(const model::Test& test, model::TestSource& source) : test_(test), source_(source) {}

  const abi::Call* nextCall(unsigned, unsigned) override {
    write(test_.prefix, source_.prefix);
    source_.suffixes.resize(test_.suffixes.size());
    for (std::size_t i = 0; i < test_.suffixes.size(); ++i)
      write(test_.suffixes[i], source_.suffixes[i]);
    write(test_.epilogue, source_.epilogue);
    runtime::abandonExecution();
  }
  unsigned laneCount() override { return 0; }

private:
  static void write(const model::Sequence& sequence, model::SequenceSource& source) {
    const abi::ClassTable& table = *runtime::classTable();
    for (const model::Call& call : sequence) {
      std::array<char, kMostText> text; // on the subject's stack, where the subject may write
      unsigned length = 0;
      if (call.operation < table.operationCount && call.choices.size() <= abi::kMaxChoices)
        length = table.operations[call.operation].write(toCall(call), text.data(), text.size());
      source.emplace_back(text.data(), std::min(length, kMostText - 1));
    }
  }

  const model::Test& test_;
  model::TestSource& source_;
};

} // namespace

model::TestSource describeTest(const runtime::Lease& lease, const model::Test& test) {
  HEDDLE_CHECK(lease.isHeld()) << "a test is described while another one has the engine";
  HEDDLE_CHECK(runtime::classTable() != nullptr) << "a program has no calls to describe";
  model::TestSource source;
  Writer writer(test, source);
  explore::UntilBlockedStrategy untilBlocked;
  lease.run({.chooser = untilBlocked, .options = {}, .calls = &writer});
  HEDDLE_CHECK(source.prefix.size() == test.prefix.size() &&
               source.suffixes.size() == test.suffixes.size() &&
               source.epilogue.size() == test.epilogue.size())
      << "the source of a test lacks calls";
  return source;
}

} // namespace heddle::examine
