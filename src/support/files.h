// SPDX-License-Identifier: Apache-2.0
// Files as values. Every failure is an Error that names the path and the reason.
#pragma once

#include <string>
#include <string_view>

#include "support/result.h"

namespace heddle {

Result<std::string> readFile(const std::string& path);

// Readers see the old content or the new one, never a part: written beside `path`, then renamed. A
// full disk leaves the old file as it was.
Result<void> writeFileAtomically(const std::string& path, std::string_view content);

// Appends in one write where the kernel allows it, creating the file when it is missing.
Result<void> appendToFile(const std::string& path, std::string_view content);

// Creates a directory and those above it; fine when it exists already.
Result<void> makeDirectories(const std::string& path);

bool fileExists(const std::string& path);

// "directory/name", or `name` itself when it is absolute or `directory` is empty.
std::string joinPath(std::string_view directory, std::string_view name);

// Without ".", ".." and double slashes, by text alone.
std::string normalisePath(std::string_view path);

// The part after the last slash.
std::string_view fileName(std::string_view path);

} // namespace heddle
