// SPDX-License-Identifier: Apache-2.0
// Two binary semaphores let a producer and a consumer take turns.
#pragma once

#include <semaphore>

class BinaryHandoff {
public:
  BinaryHandoff() = default;
  BinaryHandoff(const BinaryHandoff&) = delete;
  BinaryHandoff& operator=(const BinaryHandoff&) = delete;

  void give(int item) {
    empty_.acquire();
    item_ = item;
    full_.release();
  }

  int take() {
    full_.acquire();
    const int item = item_;
    empty_.release();
    return item;
  }

private:
  std::binary_semaphore empty_{1};
  std::binary_semaphore full_{0};
  int item_ = 0;
};
