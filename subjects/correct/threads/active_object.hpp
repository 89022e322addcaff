// SPDX-License-Identifier: Apache-2.0
// Callers send requests to a thread that owns the state, and get futures.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>

class ActiveObject {
public:
  ActiveObject() : thread_([this] { run(); }) {}
  ActiveObject(const ActiveObject&) = delete;
  ActiveObject& operator=(const ActiveObject&) = delete;
  ~ActiveObject() {
    send([this] { stopped_ = true; });
    thread_.join();
  }

  // Adds, and waits for the new total.
  int add(int amount) {
    return ask([this, amount] { return total_ += amount % 100; });
  }

  int total() {
    return ask([this] { return total_; });
  }

private:
  int ask(std::function<int()> request) {
    auto promise = std::make_shared<std::promise<int>>();
    std::future<int> answer = promise->get_future();
    send([promise, request = std::move(request)] { promise->set_value(request()); });
    return answer.get();
  }

  void send(std::function<void()> message) {
    std::lock_guard lock(mutex_);
    messages_.push_back(std::move(message));
    arrived_.notify_one();
  }

  void run() {
    while (!stopped_) {
      std::function<void()> message;
      {
        std::unique_lock lock(mutex_);
        arrived_.wait(lock, [this] { return !messages_.empty(); });
        message = std::move(messages_.front());
        messages_.pop_front();
      }
      message();
    }
  }

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::function<void()>> messages_;
  int total_ = 0;        // used by the thread alone
  bool stopped_ = false; // used by the thread alone
  std::thread thread_;
};
