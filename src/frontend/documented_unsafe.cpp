// SPDX-License-Identifier: Apache-2.0
#include "frontend/documented_unsafe.h"

#include <clang/AST/Attr.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace heddle::frontend {
namespace {

// Words in a name that mean "unsafe".
constexpr std::array<std::string_view, 5> kTellingWords{
    "unsafe", "unsynchronized", "unsynchronised", "nonatomic", "notthreadsafe"};

// From the manuals of popular libraries; classes by the end of their qualified name.
struct Manual {
  std::string_view library; // the outermost namespace
  std::string_view className;
  std::string_view methods; // between spaces
  std::string_view says = "not thread-safe";
};
constexpr std::array kManuals{
    Manual{"tbb", "concurrent_queue", " operator= assign swap clear operator== operator!= "},
    Manual{
        "tbb", "concurrent_bounded_queue", " operator= assign swap clear operator== operator!= "},
    Manual{
        "tbb", "concurrent_priority_queue", " operator= assign swap clear operator== operator!= "},
    Manual{"tbb",
           "concurrent_hash_map",
           " operator= swap clear rehash begin end cbegin cend range equal_range operator== "
           "operator!= "},
    Manual{
        "tbb", "concurrent_vector", " operator= assign swap clear shrink_to_fit resize reserve "},
    Manual{"tbb",
           "concurrent_unordered_map",
           " operator= swap clear merge rehash reserve max_load_factor "},
    Manual{"tbb",
           "concurrent_unordered_set",
           " operator= swap clear merge rehash reserve max_load_factor "},
    Manual{"tbb", "concurrent_map", " operator= swap clear merge "},
    Manual{"tbb", "concurrent_set", " operator= swap clear merge "},
    Manual{"moodycamel", "ConcurrentQueue", " operator= swap "},
    Manual{"moodycamel", "BlockingConcurrentQueue", " operator= swap "},
    Manual{"boost", "queue", " consume_all ", "many pops and not one step"},
    Manual{"boost", "stack", " consume_all consume_all_reversed ", "many pops and not one step"},
};

std::string outermostNamespace(const clang::CXXRecordDecl& record) {
  const std::string name = record.getQualifiedNameAsString();
  return name.substr(0, name.find("::"));
}

} // namespace

std::string documentedUnsafe(const clang::CXXRecordDecl& record,
                             const clang::FunctionDecl& function) {
  // Clang's thread-safety annotations are documentation that compilers read.
  if (function.hasAttr<clang::RequiresCapabilityAttr>())
    return "its annotation says that the caller must hold a lock";
  if (function.hasAttr<clang::AcquireCapabilityAttr>() ||
      function.hasAttr<clang::ReleaseCapabilityAttr>() ||
      function.hasAttr<clang::TryAcquireCapabilityAttr>())
    return "its annotation says that it takes or releases a lock for its caller";
  const std::string name = function.getNameAsString();
  std::string letters;
  for (char letter : name)
    if (letter != '_')
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  for (std::string_view word : kTellingWords)
    if (letters.find(word) != std::string::npos)
      return "its name says that it is not thread-safe";
  const std::string library = outermostNamespace(record);
  const auto* listed = std::ranges::find_if(kManuals, [&](const Manual& manual) {
    return manual.library == library && manual.className == record.getNameAsString() &&
           manual.methods.find(" " + name + " ") != std::string_view::npos;
  });
  if (listed == kManuals.end())
    return "";
  return std::string(listed->says) + ", says the manual of `" + library + "`";
}

} // namespace heddle::frontend
