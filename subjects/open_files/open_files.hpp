// SPDX-License-Identifier: Apache-2.0
// Files that are known to clients as `void*`.
//
// Fault: close() looks for the file and forgets it under a second lock.
// Fails: close(file) | close(file): both return true.
#pragma once

#include <mutex>
#include <set>

namespace io {

class OpenFiles {
public:
  ~OpenFiles() {
    for (int* file : files_)
      delete file;
  }

  void* open() {
    std::lock_guard<std::mutex> lock(mutex_);
    int* file = new int(0);
    files_.insert(file);
    return file;
  }

  bool close(void* file) {
    if (!isOpen(file))
      return false;
    std::lock_guard<std::mutex> lock(mutex_); // BUG
    files_.erase(static_cast<int*>(file));
    return true;
  }

  bool isOpen(void* file) const {
    std::lock_guard<std::mutex> lock(mutex_);
    return files_.count(static_cast<int*>(file)) > 0;
  }

private:
  mutable std::mutex mutex_;
  std::set<int*> files_;
};

} // namespace io
