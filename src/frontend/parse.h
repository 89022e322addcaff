// SPDX-License-Identifier: Apache-2.0
// Runs clang on one translation unit that exists only in memory.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/Sema/Sema.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace heddle::frontend {

struct Unit {
  std::string file; // its name; need not exist
  std::string text;
  std::vector<std::string> flags;
  std::string directory; // where relative paths start
  unsigned ownLine =
      1; // errors of the unit's own file before this line (an #include) are the user's
  bool isQuiet = false; // errors elsewhere are not printed
};

// One error, and the lines of the unit's own file that it, its notes and its instantiations point to.
struct UnitError {
  std::string message;
  std::vector<unsigned> lines;
};

struct ParseOutcome {
  std::vector<UnitError> ownErrors; // that touch the unit's own file; not printed
  bool otherErrors =
      false; // in included files, or in the flags; printed to standard error as they are
};

// `visit` sees the tree whether there were errors or not, while clang can still complete types.
// The outcome contains what is known at that time.
using Visit = std::function<void(clang::ASTContext&, clang::Sema&, const ParseOutcome&)>;

enum class Bodies : std::uint8_t { OfTheUser, OfLibraries, All };

// OfTheUser: only the declarations of functions in system headers are parsed.
// An error counts as the unit's own if it is in the unit's file or, with Bodies::All, was caused from there.
ParseOutcome parse(const Unit& unit, Bodies bodies, const Visit& visit);

} // namespace heddle::frontend
