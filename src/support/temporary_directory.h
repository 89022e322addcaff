// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "support/result.h"

namespace heddle {

// A fresh directory under $TMPDIR (or /tmp) that is removed with its owner, including its content.
class TemporaryDirectory {
public:
  // The name starts with `prefix`.
  static Result<TemporaryDirectory> create(const std::string& prefix);

  TemporaryDirectory(TemporaryDirectory&& other) noexcept;
  TemporaryDirectory& operator=(TemporaryDirectory&& other) noexcept;
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory();

  const std::string& path() const { return path_; }
  // Does not remove the directory, so that a user can look at it.
  void keep() { kept_ = true; }

private:
  explicit TemporaryDirectory(std::string path) : path_(std::move(path)) {}
  void remove() noexcept;

  std::string path_; // "" when moved from
  bool kept_ = false;
};

} // namespace heddle
