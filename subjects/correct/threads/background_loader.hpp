// SPDX-License-Identifier: Apache-2.0
// Starts loading in its constructor; get() waits for the result, with std::async.
#pragma once

#include <future>
#include <string>

class BackgroundLoader {
public:
  BackgroundLoader() : text_(std::async(std::launch::async, load).share()) {}
  BackgroundLoader(const BackgroundLoader&) = delete;
  BackgroundLoader& operator=(const BackgroundLoader&) = delete;

  std::string get() const {
    const std::shared_future<std::string> mine = text_;
    return mine.get();
  }

  std::size_t size() const {
    const std::shared_future<std::string> mine = text_;
    return mine.get().size();
  }

private:
  static std::string load() { return "loaded"; }
  const std::shared_future<std::string> text_;
};
