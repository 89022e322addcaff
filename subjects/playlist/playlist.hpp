// SPDX-License-Identifier: Apache-2.0
// Songs in order. Negative control: client-side composition of two atomic calls.
//
// Each call is atomic. A client that asks for the size and then for the last song gets an exception when another
// removes it in between, but so it does in a serial order of the three calls; nothing may be reported.
#pragma once

#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

class Playlist {
public:
  Playlist() = default;
  Playlist(const Playlist&) = delete;
  Playlist& operator=(const Playlist&) = delete;

  void add(std::string song) {
    std::lock_guard lock(mutex_);
    songs_.push_back(std::move(song));
  }

  std::string song(std::size_t place) const {
    std::lock_guard lock(mutex_);
    return songs_.at(place);
  }

  void removeLast() {
    std::lock_guard lock(mutex_);
    if (songs_.empty())
      throw std::out_of_range("Playlist: no songs");
    songs_.pop_back();
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return songs_.size();
  }

  bool empty() const { return size() == 0; }

private:
  mutable std::mutex mutex_;
  std::vector<std::string> songs_;
};
