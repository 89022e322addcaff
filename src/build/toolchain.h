// SPDX-License-Identifier: Apache-2.0
// Locates the compiler and heddle's own parts. The parts are found relative to the running
// program, so that a build tree, an installation and a moved installation all work.
#pragma once

#include <filesystem>
#include <string>

#include "support/result.h"

namespace heddle::build {

struct Toolchain {
  std::string cxx;                // clang++-19; overridden by HEDDLE_CLANG
  std::string cc;                 // the C driver next to it
  std::string symbolizer;         // "" if missing: reports then lack stacks
  std::string gdb;                // "" if missing
  std::filesystem::path engine;   // libheddle_engine.so
  std::filesystem::path plugin;   // libheddle_pass.so
  std::filesystem::path subject;  // libheddle_subject.a
  std::filesystem::path frontEnd; // heddle_frontend
  std::filesystem::path include;  // where <heddle/heddle.hpp> is
  std::filesystem::path share;    // share/heddle
};

// Locates parts without checking them: a missing part has an empty path.
Toolchain locateToolchain();

// Reports what is missing for compiling and running programs, with the remedy.
Result<void> checkToolchain(const Toolchain& toolchain);

// The same for checking classes.
Result<void> checkClassTools(const Toolchain& toolchain);

// Identity of a file without reading it: size and time of change, to the nanosecond.
std::string stampOf(const std::filesystem::path& file);

// Changes whenever one of heddle's parts or the compiler does.
std::string toolchainFingerprint(const Toolchain& toolchain);

// Path of a program in PATH, or "" if there is none.
std::string findInPath(const std::string& name);

// The path of the running program.
std::filesystem::path ownExecutable();

} // namespace heddle::build
