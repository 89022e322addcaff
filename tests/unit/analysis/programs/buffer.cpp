// SPDX-License-Identifier: Apache-2.0
// A buffer that protects itself: its lock is a member, its threads start with function pointers and are made in a loop, and a virtual
// function decides what is put into it.
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class Buffer {
public:
  void put(int value) {
    std::unique_lock<std::mutex> lock(mutex_); // put: lock
    value_ = value;                            // put: value
    isFull_ = true;                            // put: full
    changed_.notify_one();                     // put: notify
  }
  int take() {
    std::unique_lock<std::mutex> lock(mutex_); // take: lock
    while (!isFull_)                           // take: full
      changed_.wait(lock);                     // take: wait
    isFull_ = false;                           // take: empty
    ++takes_;                                  // take: counts
    return value_;                             // take: value
  }
  int takes() const { return takes_; } // takes: without lock

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool isFull_ = false;
  int value_ = 0;
  int takes_ = 0;
};

struct Source {
  virtual ~Source() = default;
  virtual int next() = 0;
};
struct Ones : Source {
  int next() override { return calls++ > 0 ? 1 : 0; } // ones
  int calls = 0;
};
struct Twos : Source {
  int next() override { return calls++ > 0 ? 2 : 0; } // twos
  int calls = 0;
};

void produce(Buffer* buffer, Source* source) {
  buffer->put(source->next());
}
void consume(Buffer* buffer) {
  buffer->take();
}

} // namespace

int main() {
  Buffer buffer;
  Ones source;
  std::vector<std::thread> producers;
  for (int i = 0; i < 2; ++i)
    producers.emplace_back(produce, &buffer, &source);
  std::thread consumer(consume, &buffer);
  int taken = buffer.takes();
  for (std::thread& producer : producers)
    producer.join();
  consumer.join();
  return taken;
}
