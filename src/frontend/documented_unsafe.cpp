// SPDX-License-Identifier: Apache-2.0
#include "frontend/documented_unsafe.h"

#include <clang/AST/Attr.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace heddle::frontend {

using model::MessageId;
namespace {

// Words in a name that mean "unsafe".
constexpr std::array<std::string_view, 7> kTellingWords{"unsafe",
                                                        "unsynchronized",
                                                        "unsynchronised",
                                                        "nonatomic",
                                                        "notthreadsafe",
                                                        "nolock",
                                                        "withoutlock"};

} // namespace

model::Message documentedUnsafe(const clang::FunctionDecl& function) {
  // Clang's thread-safety annotations are documentation that compilers read.
  if (function.hasAttr<clang::RequiresCapabilityAttr>())
    return {.id = MessageId::CallerMustLock};
  const std::string name = function.getNameAsString();
  std::string letters;
  for (char letter : name)
    if (letter != '_')
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  for (std::string_view word : kTellingWords)
    if (letters.find(word) != std::string::npos)
      return {.id = MessageId::NamedUnsafe};
  return {};
}

bool isAnnotatedHalf(const clang::FunctionDecl& function) {
  return function.hasAttr<clang::AcquireCapabilityAttr>() ||
         function.hasAttr<clang::ReleaseCapabilityAttr>() ||
         function.hasAttr<clang::TryAcquireCapabilityAttr>();
}

} // namespace heddle::frontend
