// SPDX-License-Identifier: Apache-2.0
// Shared documents by number. The store keeps the pointers that it is given; the last owner destroys a document.
// WRONG: find() copies the shared pointer without the lock.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

class DocumentStore {
public:
  DocumentStore() = default;
  DocumentStore(const DocumentStore&) = delete;
  DocumentStore& operator=(const DocumentStore&) = delete;

  // Returns the document that was there before.
  std::shared_ptr<const std::string> put(int number, std::shared_ptr<const std::string> document) {
    std::lock_guard lock(mutex_);
    documents_[number].swap(document);
    return document;
  }

  std::shared_ptr<const std::string> find(int number) const {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    const auto found = documents_.find(number);
    return found == documents_.end() ? nullptr : found->second;
  }

  bool erase(int number) {
    std::shared_ptr<const std::string> last; // destroyed without the lock
    std::lock_guard lock(mutex_);
    const auto found = documents_.find(number);
    if (found == documents_.end())
      return false;
    last = std::move(found->second);
    documents_.erase(found);
    return true;
  }

private:
  mutable std::mutex mutex_;
  std::map<int, std::shared_ptr<const std::string>> documents_;
};
