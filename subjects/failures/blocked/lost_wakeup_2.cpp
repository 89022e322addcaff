// SPDX-License-Identifier: Apache-2.0
// Two kinds of waiter share a condition, and notify_one may wake the one who cannot use the news.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable changed;
int tokens = 0;
bool closed = false;

void takeToken() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [] { return tokens > 0; }); // BUG
  --tokens;
}

void awaitClose() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [] { return closed; }); // BUG
}

void addToken() {
  std::lock_guard lock(mutex);
  ++tokens;
  changed.notify_one();
}

void close() {
  std::lock_guard lock(mutex);
  closed = true;
  changed.notify_all();
}

} // namespace

int main() {
  std::thread taker(takeToken);
  std::thread watcher(awaitClose);
  addToken();
  taker.join();
  close();
  watcher.join();
}
