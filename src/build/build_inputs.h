// SPDX-License-Identifier: Apache-2.0
// What a compiled file was made from, in a text file next to it: a key, then one path per line. The key of an
// object is the hash of its inputs' content, the key of a harness is that of its flags.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace heddle::build {

struct BuildInputs {
  std::string key;
  std::vector<std::string> files;
};

// Reads the text file next to `product`.
Result<BuildInputs> readInputs(const std::filesystem::path& product);
Result<void> writeInputs(const std::filesystem::path& product, const BuildInputs& inputs);
void forgetInputs(const std::filesystem::path& product);

// Paths of a make-style dependency file: "out.o: a.cpp b.h \<newline> c.h".
std::vector<std::string> parseDependencies(std::string_view text);

// Hash of names and content, "" if a file cannot be read.
std::string hashOfFiles(const std::vector<std::string>& files);

// 16 hexadecimal digits.
std::string hexHash(std::string_view text);

} // namespace heddle::build
