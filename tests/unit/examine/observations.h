// SPDX-License-Identifier: Apache-2.0
// Observations written down by hand.
#pragma once

#include <initializer_list>

#include "examine/observation.h"

namespace heddle::examine {

inline ObservedCall returned(unsigned lane, std::uint64_t value, unsigned index = 0) {
  ObservedCall call;
  call.lane = static_cast<std::uint8_t>(lane);
  call.index = static_cast<std::uint16_t>(index);
  call.ending = abi::CallEnding::Returned;
  call.value = value;
  call.text = value == 0 ? "0" : value == 1 ? "1" : "many";
  return call;
}

inline ObservedCall threw(unsigned lane, const char* type) {
  ObservedCall call = returned(lane, static_cast<std::uint64_t>(type[0]));
  call.ending = abi::CallEnding::Threw;
  call.exceptionType = type;
  call.text = "";
  return call;
}

inline ObservedCall running(unsigned lane) {
  ObservedCall call;
  call.lane = static_cast<std::uint8_t>(lane);
  return call;
}

// Calls in the order in which they began; each that ends does so before the next begins.
inline Observation observed(std::initializer_list<ObservedCall> calls,
                            runtime::FailureKind kind = runtime::FailureKind::None) {
  Observation observation;
  observation.kind = kind;
  std::uint64_t event = 0;
  for (ObservedCall call : calls) {
    call.began = ++event;
    call.ended = call.hasEnded() ? ++event : 0;
    observation.calls.push_back(call);
  }
  return observation;
}

} // namespace heddle::examine
