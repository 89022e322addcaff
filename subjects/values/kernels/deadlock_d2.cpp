// SPDX-License-Identifier: Apache-2.0
// Two tasks of the same class hold references to two locks, one of them in the opposite order.
// Thesis: deadlock.d2, 2 threads, deadlock; 4 MM pairs, because each reference may be each lock.
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace {

struct Resource {
  std::mutex mutex;
  int uses = 0;
};

class Task {
public:
  Task(Resource& first, Resource& second) : first_(&first), second_(&second) {
#ifdef FIXED
    if (std::less<>()(second_, first_))
      std::swap(first_, second_);
#endif
  }
  void operator()() {
    const std::lock_guard one(first_->mutex);
    ++first_->uses;
    const std::lock_guard other(second_->mutex); // BUG
    ++second_->uses;
  }

private:
  Resource* first_;
  Resource* second_;
};

} // namespace

int main() {
  Resource printer;
  Resource scanner;
  std::thread copying(Task(printer, scanner));
  std::thread scanning(Task(scanner, printer));
  copying.join();
  scanning.join();
}
