// SPDX-License-Identifier: Apache-2.0
#include "build/precompiled.h"

#include <cstdlib>
#include <fmt/core.h>
#include <unistd.h>

#include "build/build_inputs.h"
#include "build/shell_words.h"
#include "support/files.h"
#include "support/subprocess.h"

namespace heddle::build {

namespace fs = std::filesystem;

namespace {

// $XDG_CACHE_HOME/heddle, else ~/.cache/heddle, else `fallback`.
fs::path cacheDirectory(const fs::path& fallback) {
  // NOLINTBEGIN(concurrency-mt-unsafe): no threads here
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  // NOLINTEND(concurrency-mt-unsafe)
  fs::path directory;
  if (cache != nullptr && *cache == '/')
    directory = fs::path(cache) / "heddle";
  else if (home != nullptr && *home == '/')
    directory = fs::path(home) / ".cache/heddle";
  if (directory.empty() || !makeDirectories(directory.string()) ||
      ::access(directory.c_str(), W_OK) != 0)
    return fallback;
  return directory;
}

// By time and size, because Clang checks the inputs of a precompiled header that way: it rejects a file that was only
// touched.
std::string stampsOf(const std::vector<std::string>& files) {
  std::string text;
  for (const std::string& file : files)
    text += file + " " + stampOf(file) + "\n";
  return hexHash(text);
}

bool isFresh(const fs::path& product) {
  const Result<BuildInputs> inputs = readInputs(product);
  return inputs && fs::exists(product) && stampsOf(inputs->files) == inputs->key;
}

// Whether a header was installed again during that time: the product may have been made from the old one.
bool haveChangedSince(fs::file_time_type start, const std::vector<std::string>& files) {
  std::error_code error;
  for (const std::string& file : files)
    if (fs::last_write_time(file, error) >= start)
      return true;
  return false;
}

bool precompile(const Toolchain& toolchain,
                const std::vector<std::string>& flags,
                const fs::path& directory,
                const fs::path& product) {
  const auto start = fs::file_time_type::clock::now();
  const std::string fresh = fmt::format("{}.{}.new", product.string(), ::getpid());
  Command command;
  command.arguments = {toolchain.cxx};
  command.arguments.insert(command.arguments.end(), flags.begin(), flags.end());
  command.arguments.insert(command.arguments.end(),
                           {"-fpch-instantiate-templates",
                            "-x",
                            "c++-header",
                            (toolchain.include / "heddle/detail/prelude.hpp").string(),
                            "-o",
                            fresh,
                            "-MD",
                            "-MF",
                            fresh + ".d"});
  command.workingDirectory = directory.string();
  command.output = command.error = Stream::capture();
  const Result<Completed> done = runCommand(command);
  std::error_code error;
  const Result<std::string> dependencies = readFile(fresh + ".d");
  fs::remove(fresh + ".d", error);
  if (!done || !done->status.succeeded() || !dependencies)
    return false;
  std::vector<std::string> files = parseDependencies(*dependencies);
  for (std::string& file : files)
    file = (directory / file).lexically_normal().string();
  if (haveChangedSince(start, files)) {
    fs::remove(fresh, error);
    return false;
  }
  fs::rename(fresh, product, error);
  const BuildInputs inputs{.key = stampsOf(files), .files = files};
  return !error && writeInputs(product, inputs).has_value();
}

} // namespace

fs::path precompiledPrelude(const Toolchain& toolchain,
                            const std::vector<std::string>& flags,
                            const fs::path& directory,
                            const fs::path& fallback) {
  const std::string key =
      hexHash(toolchain.cxx + stampOf(toolchain.cxx) + joinShellWords(flags) + directory.string());
  fs::path product = cacheDirectory(fallback) / fmt::format("prelude-{}.pch", key);
  if (isFresh(product) || precompile(toolchain, flags, directory, product))
    return product;
  return {};
}

} // namespace heddle::build
