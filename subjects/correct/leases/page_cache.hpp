// SPDX-License-Identifier: Apache-2.0
// Pinned pages are not evicted; a pin is released by its destructor. evict() removes one page that is not pinned.
// WRONG: evict() does not look at the pins.
#pragma once

#include <map>
#include <mutex>
#include <utility>

class PageCache {
public:
  class Pin {
  public:
    Pin(Pin&& other) noexcept : cache_(std::exchange(other.cache_, nullptr)), page_(other.page_) {}
    Pin& operator=(Pin&&) = delete;
    ~Pin() {
      if (cache_)
        cache_->unpin(page_);
    }
    int page() const { return page_; }

  private:
    friend class PageCache;
    Pin(PageCache* cache, int page) : cache_(cache), page_(page) {}
    PageCache* cache_;
    int page_;
  };

  PageCache() = default;
  PageCache(const PageCache&) = delete;
  PageCache& operator=(const PageCache&) = delete;

  Pin pin(int page) {
    std::lock_guard lock(mutex_);
    ++pages_[page];
    return Pin(this, page);
  }

  bool evict() {
#ifdef WRONG
    if (pages_.empty())
      return false;
#endif
    std::lock_guard lock(mutex_);
    for (auto each = pages_.begin(); each != pages_.end(); ++each)
      if (each->second == 0) {
        pages_.erase(each);
        return true;
      }
    return false;
  }

private:
  void unpin(int page) {
    std::lock_guard lock(mutex_);
    --pages_[page];
  }

  std::mutex mutex_;
  std::map<int, int> pages_; // pins by page
};
