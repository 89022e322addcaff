// SPDX-License-Identifier: Apache-2.0
// Three letters from two senders arrive.
#include "spinning_mailbox.hpp"

#include <cassert>
#include <thread>

int main() {
  Mailbox mailbox;
  std::thread one([&] { mailbox.put(1); });
  std::thread two([&] {
    mailbox.put(2);
    mailbox.put(4);
  });
  int sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += mailbox.take();
  one.join();
  two.join();
  assert(sum == 7 && !mailbox.isFull());
}
