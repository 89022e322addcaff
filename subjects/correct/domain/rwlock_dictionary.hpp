// SPDX-License-Identifier: Apache-2.0
// A dictionary with a pthread readers-writer lock.
// WRONG: define() takes it for reading.
#pragma once

#include <map>
#include <pthread.h>
#include <string>

class RwlockDictionary {
public:
  RwlockDictionary() { pthread_rwlock_init(&lock_, nullptr); }
  RwlockDictionary(const RwlockDictionary&) = delete;
  RwlockDictionary& operator=(const RwlockDictionary&) = delete;
  ~RwlockDictionary() { pthread_rwlock_destroy(&lock_); }

  bool define(const std::string& word, const std::string& meaning) {
#ifdef WRONG
    pthread_rwlock_rdlock(&lock_);
#else
    pthread_rwlock_wrlock(&lock_);
#endif
    const bool added = words_.emplace(word, meaning).second;
    pthread_rwlock_unlock(&lock_);
    return added;
  }

  std::string meaning(const std::string& word) {
    pthread_rwlock_rdlock(&lock_);
    const auto found = words_.find(word);
    std::string result = found == words_.end() ? "" : found->second;
    pthread_rwlock_unlock(&lock_);
    return result;
  }

private:
  pthread_rwlock_t lock_;
  std::map<std::string, std::string> words_;
};
