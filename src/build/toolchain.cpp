// SPDX-License-Identifier: Apache-2.0
#include "build/toolchain.h"

#include <cstdlib>
#include <fmt/core.h>
#include <initializer_list>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

#include "support/hash.h"

namespace heddle::build {

namespace fs = std::filesystem;

namespace {

std::string firstInPath(std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (std::string path = findInPath(name); !path.empty())
      return path;
  return "";
}

fs::path existing(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) ? path : fs::path();
}

// clang++-19 -> clang-19, for any folder and suffix.
std::string cDriverOf(const std::string& cxx) {
  const fs::path path(cxx);
  std::string name = path.filename().string();
  if (const auto plus = name.find("++"); plus != std::string::npos)
    name.erase(plus, 2);
  const std::string beside = findInPath((path.parent_path() / name).string());
  return beside.empty() ? firstInPath({"clang-19"}) : beside;
}

Error partsMissing() {
  return Error{fmt::format("heddle's own parts are not in {}; build or install heddle again",
                           (ownExecutable().parent_path().parent_path() / "lib/heddle").string())};
}

} // namespace

std::string stampOf(const fs::path& file) {
  struct stat status{};
  if (::stat(file.c_str(), &status) != 0)
    return "-";
  return fmt::format("{}:{}.{}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

std::string findInPath(const std::string& name) {
  if (name.find('/') != std::string::npos)
    return ::access(name.c_str(), X_OK) == 0 ? name : "";
  const char* path = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe): no threads here
  std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
    if (::access(candidate.c_str(), X_OK) == 0)
      return candidate;
  }
  return "";
}

fs::path ownExecutable() {
  std::error_code error;
  const fs::path path = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path("heddle") : path;
}

Toolchain locateToolchain() {
  Toolchain out;
  const char* chosen =
      std::getenv("HEDDLE_CLANG"); // NOLINT(concurrency-mt-unsafe): no threads here
  out.cxx = chosen != nullptr && *chosen != '\0' ? findInPath(chosen) : firstInPath({"clang++-19"});
  if (!out.cxx.empty())
    out.cc = cDriverOf(out.cxx);
  out.symbolizer = firstInPath({"llvm-symbolizer-19", "llvm-symbolizer"});
  out.gdb = firstInPath({"gdb"});
  const fs::path root = ownExecutable().parent_path().parent_path();
  const fs::path lib = root / "lib/heddle";
  out.engine = existing(lib / "libheddle_engine.so");
  out.plugin = existing(lib / "libheddle_pass.so");
  out.subject = existing(lib / "libheddle_subject.a");
  out.frontEnd = existing(lib / "heddle_frontend");
  if (!existing(root / "include/heddle").empty())
    out.include = root / "include";
  out.share = existing(root / "share/heddle");
  return out;
}

Result<void> checkToolchain(const Toolchain& toolchain) {
  if (toolchain.cxx.empty() || toolchain.cc.empty()) {
    return Error{
        "clang++-19 was not found; install the packages clang-19 and lld-19, or set HEDDLE_CLANG "
        "to a Clang 19"};
  }
  if (toolchain.engine.empty() || toolchain.plugin.empty() || toolchain.subject.empty())
    return partsMissing();
  return {};
}

Result<void> checkClassTools(const Toolchain& toolchain) {
  if (Result<void> ready = checkToolchain(toolchain); !ready)
    return ready;
  if (toolchain.frontEnd.empty() || toolchain.include.empty())
    return partsMissing();
  return {};
}

std::string toolchainFingerprint(const Toolchain& toolchain) {
  std::string text;
  for (const fs::path& part :
       {fs::path(toolchain.cxx), toolchain.engine, toolchain.plugin, toolchain.subject})
    text += part.string() + " " + stampOf(part) + "\n";
  return fmt::format("{:016x}", hashText(text));
}

} // namespace heddle::build
