// SPDX-License-Identifier: Apache-2.0
// A state machine with allowed transitions.
// WRONG: ship() checks and sets the state in two steps.
#pragma once

#include <atomic>

class OrderState {
public:
  enum class State { Open, Paid, Shipped, Cancelled };

  OrderState() = default;
  OrderState(const OrderState&) = delete;
  OrderState& operator=(const OrderState&) = delete;

  bool pay() { return change(State::Open, State::Paid); }
  bool cancel() {
    return change(State::Open, State::Cancelled) || change(State::Paid, State::Cancelled);
  }
  bool ship() {
#ifdef WRONG
    if (state_.load() != State::Paid)
      return false;
    state_.store(State::Shipped);
    return true;
#else
    return change(State::Paid, State::Shipped);
#endif
  }
  State state() const { return state_.load(); }

private:
  bool change(State from, State to) { return state_.compare_exchange_strong(from, to); }
  std::atomic<State> state_{State::Open};
};
