// SPDX-License-Identifier: Apache-2.0
#include "harness/status_page.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/files.h"

namespace heddle::harness {

Result<model::HarnessStatus*> mapStatus(const std::string& path) {
  int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0)
    return Error{"cannot open " + path + ": " +
                 std::strerror(errno)}; // NOLINT(concurrency-mt-unsafe): one thread
  struct stat info = {};
  bool fits =
      fstat(file, &info) == 0 && info.st_size >= static_cast<off_t>(sizeof(model::HarnessStatus));
  void* memory =
      fits
          ? mmap(nullptr, sizeof(model::HarnessStatus), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
          : MAP_FAILED;
  close(file);
  if (memory == MAP_FAILED)
    return Error{"cannot map " + path};
  return static_cast<model::HarnessStatus*>(memory);
}

int fail(model::HarnessStatus& status, const model::Message& message) {
  setMessage(status, message);
  status.state.store(static_cast<std::uint32_t>(model::HarnessState::Failed));
  return kUnsupported;
}

int finishWith(model::HarnessStatus& status, const std::string& path, const std::string& text) {
  if (Result<void> written = writeFileAtomically(path, text); !written)
    return fail(status, model::messageOf(written.error()));
  status.state.store(static_cast<std::uint32_t>(model::HarnessState::Finished));
  return kFine;
}

} // namespace heddle::harness
