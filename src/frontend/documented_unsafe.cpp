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
constexpr std::array<std::string_view, 5> kTellingWords{
    "unsafe", "unsynchronized", "unsynchronised", "nonatomic", "notthreadsafe"};

// From the manuals of popular libraries; classes by the end of their qualified name.
struct Manual {
  std::string_view library; // the outermost namespace
  std::string_view className;
  std::string_view methods; // between spaces
  MessageId says = MessageId::ManualSaysUnsafe;
};
constexpr std::array kManuals{
    Manual{.library = "tbb",
           .className = "concurrent_queue",
           .methods = " operator= assign swap clear operator== operator!= "},
    Manual{.library = "tbb",
           .className = "concurrent_bounded_queue",
           .methods = " operator= assign swap clear operator== operator!= "},
    Manual{.library = "tbb",
           .className = "concurrent_priority_queue",
           .methods = " operator= assign swap clear operator== operator!= "},
    Manual{.library = "tbb",
           .className = "concurrent_hash_map",
           .methods =
               " operator= swap clear rehash begin end cbegin cend range equal_range operator== "
               "operator!= "},
    Manual{.library = "tbb",
           .className = "concurrent_vector",
           .methods = " operator= assign swap clear shrink_to_fit resize reserve "},
    Manual{.library = "tbb",
           .className = "concurrent_unordered_map",
           .methods = " operator= swap clear merge rehash reserve max_load_factor "},
    Manual{.library = "tbb",
           .className = "concurrent_unordered_set",
           .methods = " operator= swap clear merge rehash reserve max_load_factor "},
    Manual{
        .library = "tbb", .className = "concurrent_map", .methods = " operator= swap clear merge "},
    Manual{
        .library = "tbb", .className = "concurrent_set", .methods = " operator= swap clear merge "},
    Manual{.library = "moodycamel", .className = "ConcurrentQueue", .methods = " operator= swap "},
    Manual{.library = "moodycamel",
           .className = "BlockingConcurrentQueue",
           .methods = " operator= swap "},
    Manual{.library = "boost",
           .className = "queue",
           .methods = " consume_all ",
           .says = MessageId::ManualSaysManySteps},
    Manual{.library = "boost",
           .className = "stack",
           .methods = " consume_all consume_all_reversed ",
           .says = MessageId::ManualSaysManySteps},
};

std::string outermostNamespace(const clang::CXXRecordDecl& record) {
  const std::string name = record.getQualifiedNameAsString();
  return name.substr(0, name.find("::"));
}

} // namespace

model::Message documentedUnsafe(const clang::CXXRecordDecl& record,
                                const clang::FunctionDecl& function) {
  // Clang's thread-safety annotations are documentation that compilers read.
  if (function.hasAttr<clang::RequiresCapabilityAttr>())
    return {.id = MessageId::CallerMustLock};
  if (function.hasAttr<clang::AcquireCapabilityAttr>() ||
      function.hasAttr<clang::ReleaseCapabilityAttr>() ||
      function.hasAttr<clang::TryAcquireCapabilityAttr>())
    return {.id = MessageId::LocksForCaller};
  const std::string name = function.getNameAsString();
  std::string letters;
  for (char letter : name)
    if (letter != '_')
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  for (std::string_view word : kTellingWords)
    if (letters.find(word) != std::string::npos)
      return {.id = MessageId::NamedUnsafe};
  const std::string library = outermostNamespace(record);
  const auto* listed = std::ranges::find_if(kManuals, [&](const Manual& manual) {
    return manual.library == library && manual.className == record.getNameAsString() &&
           manual.methods.find(" " + name + " ") != std::string_view::npos;
  });
  if (listed == kManuals.end())
    return {};
  return {.id = listed->says, .arguments = {library}};
}

} // namespace heddle::frontend
