// SPDX-License-Identifier: Apache-2.0
#include "support/temporary_directory.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "support/files.h"

namespace heddle {

Result<TemporaryDirectory> TemporaryDirectory::create(const std::string& prefix) {
  const char* base = std::getenv("TMPDIR"); // NOLINT(concurrency-mt-unsafe): it is never set
  std::string path = joinPath(base != nullptr && *base != '\0' ? base : "/tmp", prefix + "XXXXXX");
  if (::mkdtemp(path.data()) == nullptr) {
    return Error{"cannot create a temporary directory " + path + ": " +
                 std::generic_category().message(errno)};
  }
  return TemporaryDirectory(std::move(path));
}

TemporaryDirectory::TemporaryDirectory(TemporaryDirectory&& other) noexcept
    : path_(std::exchange(other.path_, {})), kept_(other.kept_) {}

TemporaryDirectory& TemporaryDirectory::operator=(TemporaryDirectory&& other) noexcept {
  if (this != &other) {
    remove();
    path_ = std::exchange(other.path_, {});
    kept_ = other.kept_;
  }
  return *this;
}

TemporaryDirectory::~TemporaryDirectory() {
  remove();
}

void TemporaryDirectory::remove() noexcept {
  if (path_.empty() || kept_)
    return;
  std::error_code ignored; // nothing useful can be done about a directory that cannot be removed
  std::filesystem::remove_all(path_, ignored);
}

} // namespace heddle
