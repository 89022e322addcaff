// SPDX-License-Identifier: Apache-2.0
// Files as values. Every failure is an Error that names the path and the reason.
#pragma once

#include <string>
#include <string_view>

#include "support/result.h"

namespace heddle {

Result<std::string> readFile(const std::string& path);

// Readers see either the old content or the new one, never a part: the file is written next to `path`, then renamed.
// A full disk does not change the old file.
Result<void> writeFileAtomically(const std::string& path, std::string_view content);

// Appends in one write if the kernel allows it; creates the file if it is missing.
Result<void> appendToFile(const std::string& path, std::string_view content);

// Creates a directory and its parents; succeeds if it already exists.
Result<void> makeDirectories(const std::string& path);

bool fileExists(const std::string& path);

// "directory/name", or `name` itself if it is absolute or `directory` is empty.
std::string joinPath(std::string_view directory, std::string_view name);

// Removes ".", ".." and double slashes, looking only at the text.
std::string normalisePath(std::string_view path);

// The part after the last slash.
std::string_view fileName(std::string_view path);

} // namespace heddle
