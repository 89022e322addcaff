// SPDX-License-Identifier: Apache-2.0
#include "support/files.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace heddle {

namespace {

Error systemError(std::string_view action, const std::string& path, int code) {
  std::array<char, 256> buffer{};
  // The GNU strerror_r returns its answer, not always in `buffer`.
  const char* reason = strerror_r(code, buffer.data(), buffer.size());
  return {"cannot " + std::string(action) + " " + path + ": " + reason,
          {.action = std::string(action), .path = path, .code = code}};
}

// Owns a descriptor for the length of one function.
class Descriptor {
public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0)
      ::close(fd_);
  }
  int get() const { return fd_; }
  // Some file systems report a full disk only here.
  int close() {
    const int result = ::close(fd_);
    fd_ = -1;
    return result;
  }

private:
  int fd_;
};

int openFile(const std::string& path, int flags) {
  int fd = -1;
  do {
    fd = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  } while (fd < 0 && errno == EINTR);
  return fd;
}

// 0 or the errno of the write that failed.
int writeAll(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0) {
      if (errno == EINTR)
        continue;
      return errno;
    }
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

} // namespace

Result<std::string> readFile(const std::string& path) {
  const Descriptor file(openFile(path, O_RDONLY));
  if (file.get() < 0)
    return systemError("open", path, errno);
  std::string content;
  std::array<char, 1 << 16> buffer; // NOLINT(cppcoreguidelines-pro-type-member-init): read fills it
  while (true) {
    const ssize_t count = ::read(file.get(), buffer.data(), buffer.size());
    if (count == 0)
      return content;
    if (count > 0) {
      content.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      return systemError("read", path, errno);
    }
  }
}

Result<void> writeFileAtomically(const std::string& path, std::string_view content) {
  const std::string temporary = path + ".new" + std::to_string(::getpid());
  Descriptor file(openFile(temporary, O_WRONLY | O_CREAT | O_TRUNC));
  if (file.get() < 0)
    return systemError("write", path, errno);
  int code = writeAll(file.get(), content);
  if (file.close() != 0 && code == 0)
    code = errno;
  if (code == 0 && ::rename(temporary.c_str(), path.c_str()) != 0)
    code = errno;
  if (code == 0)
    return {};
  ::unlink(temporary.c_str());
  return systemError("write", path, code);
}

Result<void> appendToFile(const std::string& path, std::string_view content) {
  Descriptor file(openFile(path, O_WRONLY | O_CREAT | O_APPEND));
  if (file.get() < 0)
    return systemError("write", path, errno);
  int code = writeAll(file.get(), content);
  if (file.close() != 0 && code == 0)
    code = errno;
  if (code != 0)
    return systemError("write", path, code);
  return {};
}

Result<void> makeDirectories(const std::string& path) {
  std::size_t end = 0;
  while (end != std::string::npos) {
    end = path.find('/', end + 1);
    const std::string part = path.substr(0, end);
    if (part.empty() || ::mkdir(part.c_str(), 0777) == 0)
      continue;
    const int code = errno;
    struct stat status = {};
    const bool isDirectory = ::stat(part.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
    if (!isDirectory)
      return systemError("create directory", part, code);
  }
  return {};
}

bool fileExists(const std::string& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0;
}

std::string joinPath(std::string_view directory, std::string_view name) {
  if (directory.empty() || (!name.empty() && name.front() == '/'))
    return std::string(name);
  std::string joined(directory);
  if (joined.back() != '/')
    joined += '/';
  joined += name;
  return joined;
}

std::string normalisePath(std::string_view path) {
  const bool absolute = !path.empty() && path.front() == '/';
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
    if (part.empty() || part == ".")
      continue;
    if (part == ".." && !parts.empty() && parts.back() != "..")
      parts.pop_back();
    else if (part != ".." || !absolute)
      parts.push_back(part);
  }
  std::string result = absolute ? "/" : "";
  for (const auto& part : parts) {
    if (!result.empty() && result.back() != '/')
      result += '/';
    result += part;
  }
  return result.empty() ? "." : result;
}

std::string_view fileName(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

} // namespace heddle
