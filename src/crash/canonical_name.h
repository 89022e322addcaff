// SPDX-License-Identifier: Apache-2.0
// One spelling for a function, independent of the compiler, demangler or debugger that wrote it:
//
//   int& ns::R<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, 4ul>::at(const A &) [clone .cold]
//   ns::R<std::string, 4>::at(A const&)
//
// Left out: result type, clones, ABI tags, inline namespaces of the standard library, its default template arguments,
// suffixes of integers, blanks without meaning. `const` follows its type. Anonymous namespaces are written
// `(anonymous namespace)`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heddle::crash {

inline constexpr std::size_t kMaxName = 16 << 10; // characters; the rest is cut off
inline constexpr std::string_view kAnonymous = "(anonymous namespace)";

// The canonical form of a function, mangled or not.
std::string canonicalFunction(std::string_view name);
// The canonical form of a type or a part of a name.
std::string canonicalText(std::string_view text);

// Whether this is an inline namespace of a standard library: names mean the same with and without it.
bool isInlineNamespace(std::string_view name);

} // namespace heddle::crash
