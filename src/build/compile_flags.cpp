// SPDX-License-Identifier: Apache-2.0
#include "build/compile_flags.h"

#include <algorithm>
#include <array>

namespace heddle::build {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

constexpr std::array<std::string_view, 7> kCxxExtensions{
    ".cpp", ".cc", ".cxx", ".C", ".c++", ".CPP", ".cp"};

} // namespace

bool isCSource(const fs::path& file) {
  return file.extension() == ".c";
}

// -O1: hooks are inserted before optimisation, so nothing is lost, and hooks cost less than at -O0.
// No PIE, no sibling calls, frame pointers: addresses and stacks are the same in every process.
// Assertions make libstdc++ instantiate std::string here, where it is instrumented.
// Uninitialised locals get a pattern, because the previous content of the stack would depend on the schedule.
Words baseFlags(bool isC) {
  return {isC ? "-std=gnu11" : "-std=c++20",
          "-D_GLIBCXX_ASSERTIONS",
          "-U_FORTIFY_SOURCE",
          "-ftrivial-auto-var-init=pattern",
          "-mcx16",
          "-pthread",
          "-w",
          "-Qunused-arguments"};
}

Words lastFlags() {
  return {
      "-O1",
      "-g",
      "-fno-omit-frame-pointer",
      "-fstandalone-debug", // members of classes whose constructor is elsewhere keep their names
      "-fno-optimize-sibling-calls",
      "-fno-pie",
      "-fno-stack-protector"};
}

std::string pluginFlag(const Toolchain& toolchain) {
  return "-fpass-plugin=" + toolchain.plugin.string();
}

std::vector<std::string> harnessFlags(const std::vector<std::string>& own) {
  Words flags = baseFlags(false);
  flags.insert(flags.end(), own.begin(), own.end());
  const Words last = lastFlags();
  flags.insert(flags.end(), last.begin(), last.end());
  return flags;
}

bool isSource(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".c" || std::ranges::find(kCxxExtensions, extension) != kCxxExtensions.end();
}

} // namespace heddle::build
