// SPDX-License-Identifier: Apache-2.0
// std::stop_callback runs exactly once: at registration, at the request, or not at all.
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  std::atomic<int> calls{0};
  std::thread registrar([&] {
    std::stop_callback callback(source.get_token(), [&calls] { calls.fetch_add(1); });
    while (!source.stop_requested())
      std::this_thread::yield();
  });
  std::atomic<int> winners{0};
  std::thread first([&] { winners += source.request_stop() ? 1 : 0; });
  std::thread second([&] { winners += source.request_stop() ? 1 : 0; });
  first.join();
  second.join();
  registrar.join();
  assert(winners == 1);
  assert(calls == 1);

  std::stop_source late;
  late.request_stop();
  bool atOnce = false;
  std::stop_callback immediate(late.get_token(), [&atOnce] { atOnce = true; });
  assert(atOnce);

  std::stop_source never;
  bool called = false;
  {
    std::stop_callback gone(never.get_token(), [&called] { called = true; });
  }
  never.request_stop();
  assert(!called);
  assert(!std::stop_token().stop_possible());
}
