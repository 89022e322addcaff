// SPDX-License-Identifier: Apache-2.0
// One spelling for a function, whatever compiler, demangler or debugger wrote it:
//
//   int& ns::R<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, 4ul>::at(const A &) [clone .cold]
//   ns::R<std::string, 4>::at(A const&)
//
// Left out: result type, clones, ABI tags, inline namespaces of the standard library, its default template arguments,
// suffixes of integers, blanks that mean nothing. `const` stands behind its type. Anonymous namespaces are written
// `(anonymous namespace)`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heddle::crash {

inline constexpr std::size_t kMaxName = 16 << 10; // characters; the rest is cut off
inline constexpr std::string_view kAnonymous = "(anonymous namespace)";

// Of a function, mangled or not.
std::string canonicalFunction(std::string_view name);
// Of a type or a part of a name.
std::string canonicalText(std::string_view text);

// Of a standard library, with which its names are the same as without.
bool isInlineNamespace(std::string_view name);

} // namespace heddle::crash
