// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/runtime.h"

namespace heddle::synthesize {

// The runtime is given its sink once, when it starts; this one passes events on to whoever listens at the time.
class EventRelay final : public runtime::EventSink {
public:
  // Null: nobody.
  void connect(runtime::EventSink* listener) { listener_ = listener; }
  void onEvent(const runtime::Event& event) override {
    if (listener_ != nullptr)
      listener_->onEvent(event);
  }

private:
  runtime::EventSink* listener_ = nullptr;
};

} // namespace heddle::synthesize
