// SPDX-License-Identifier: Apache-2.0
// One queue for each topic. A lock for the map, one for each queue; the map's lock is released before a queue is used.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

class TopicQueue {
public:
  TopicQueue() = default;
  TopicQueue(const TopicQueue&) = delete;
  TopicQueue& operator=(const TopicQueue&) = delete;

  void publish(const std::string& topic, int message) {
    const std::shared_ptr<Queue> queue = queueOf(topic);
    std::lock_guard lock(queue->mutex);
    queue->messages.push_back(message);
  }

  std::optional<int> next(const std::string& topic) {
    const std::shared_ptr<Queue> queue = queueOf(topic);
    std::lock_guard lock(queue->mutex);
    if (queue->messages.empty())
      return std::nullopt;
    const int message = queue->messages.front();
    queue->messages.pop_front();
    return message;
  }

private:
  struct Queue {
    std::mutex mutex;
    std::deque<int> messages;
  };

  std::shared_ptr<Queue> queueOf(const std::string& topic) {
    std::lock_guard lock(mutex_);
    auto& queue = queues_[topic];
    if (!queue)
      queue = std::make_shared<Queue>();
    return queue;
  }

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Queue>> queues_;
};
