// SPDX-License-Identifier: Apache-2.0
// Feeds the readers of crash texts with anything. The first byte chooses: one of the formats, so that each is reached
// whatever detection would say, or the whole way from text to target. What must hold for every input is checked here;
// memory and undefined behaviour are checked by the sanitizers, time by libFuzzer's -timeout.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "crash/canonical_name.h"
#include "crash/crash.h"
#include "crash/function_name.h"
#include "crash/stack_match.h"

namespace {

using namespace heddle;

void require(bool condition) {
  if (!condition)
    std::abort();
}

void checkFrame(const model::CrashFrame& frame) {
  // A name keeps its parts when it is spelt canonically once more.
  const auto name = crash::parseFunctionName(frame.function);
  require(crash::sameFunction(name, name));
  require(frame.function.size() <= 2 * crash::kMaxName);
}

void checkReport(const model::CrashReport& report) {
  for (const auto& stack : report.stacks) {
    require(!stack.frames.empty());
    for (const auto& frame : stack.frames)
      checkFrame(frame);
  }
  if (!report.stacks.empty())
    require(report.stacks.front().role == model::StackRole::Crashing);
  const auto target = crash::inferTarget(report, {});
  if (!target)
    return;
  const auto& stack = report.stacks.front();
  require(target->methodFrame < stack.frames.size());
  require(target->failureFrame < stack.frames.size());
  require(target->failureFrame <= target->methodFrame);
  const auto frames = crash::userFrames(stack, target->failureFrame, target->methodFrame);
  require(crash::matchStacks(frames, frames).isMatch());
  require(crash::inferTarget(report, {target->className}).has_value());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0)
    return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t choice = data[0] % (model::kCrashFormats + 1);
  const auto reports = choice == model::kCrashFormats
                           ? crash::parseCrashes(text)
                           : crash::parseCrashesAs(static_cast<model::CrashFormat>(choice), text);
  if (!reports)
    return 0;
  require(!reports->empty());
  for (const auto& report : *reports)
    checkReport(report);
  return 0;
}
