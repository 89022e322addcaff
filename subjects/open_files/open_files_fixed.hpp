// SPDX-License-Identifier: Apache-2.0
// Files that are known to clients as `void*`.
//
// close() looks and forgets under one lock.
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
    std::lock_guard<std::mutex> lock(mutex_);
    return files_.erase(static_cast<int*>(file)) > 0;
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
