// SPDX-License-Identifier: Apache-2.0
#include "frontend/class_finder.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <set>

#include "frontend/class_relation.h"
#include "frontend/type_text.h"
#include "support/similar.h"

namespace heddle::frontend {
namespace {

// "app::Queue<int>::Node" -> "app::Queue::Node".
std::string withoutArguments(const std::string& name) {
  std::string bare;
  int nesting = 0;
  for (char letter : name) {
    if (letter == '<')
      ++nesting;
    if (nesting == 0 && letter != ' ')
      bare += letter;
    if (letter == '>')
      --nesting;
  }
  return bare.starts_with("::") ? bare.substr(2) : bare;
}

bool endsWithName(const std::string& qualified, const std::string& name) {
  return qualified == name || qualified.ends_with("::" + name);
}

std::string lastPart(const std::string& name) {
  const std::size_t colon = name.rfind("::");
  return colon == std::string::npos ? name : name.substr(colon + 2);
}

struct Candidate {
  clang::NamedDecl* decl;
  std::string name; // qualified
};

// All classes, class templates, enumerations and type aliases, each once.
class Collector {
public:
  explicit Collector(clang::ASTContext& context) : sources_(context.getSourceManager()) {}

  void visit(clang::DeclContext& scope) {
    for (clang::Decl* decl : scope.decls()) {
      add(decl);
      if (auto* inner = llvm::dyn_cast<clang::DeclContext>(decl))
        if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::CXXRecordDecl>(decl))
          visit(*inner);
      if (auto* classTemplate = llvm::dyn_cast<clang::ClassTemplateDecl>(decl))
        visit(*classTemplate->getTemplatedDecl());
    }
  }

  std::vector<Candidate> all;        // of all headers
  std::vector<std::string> usersOwn; // names of classes outside system headers

private:
  void add(clang::Decl* decl) {
    auto* named = llvm::dyn_cast<clang::NamedDecl>(decl);
    if (named == nullptr || named->isImplicit() || named->getIdentifier() == nullptr)
      return;
    if (!llvm::isa<clang::TagDecl, clang::ClassTemplateDecl, clang::TypedefNameDecl>(named) ||
        llvm::isa<clang::ClassTemplateSpecializationDecl>(named))
      return;
    if (!seen_.insert(named->getCanonicalDecl()).second)
      return;
    all.push_back({.decl = named, .name = named->getQualifiedNameAsString()});
    if (llvm::isa<clang::CXXRecordDecl, clang::ClassTemplateDecl>(named) &&
        !sources_.isInSystemHeader(named->getLocation()) &&
        !named->getName().starts_with("heddle_") && !all.back().name.starts_with("heddle::"))
      usersOwn.push_back(all.back().name);
  }

  const clang::SourceManager& sources_;
  std::set<const clang::Decl*> seen_;
};

Refusal unknownClass(const std::string& typed, const std::vector<std::string>& names) {
  const std::string bare = withoutArguments(typed);
  std::string nearest = similarWord(bare, names);
  if (nearest.empty()) {
    std::vector<std::string> lastParts;
    lastParts.reserve(names.size());
    for (const std::string& name : names)
      lastParts.push_back(lastPart(name));
    const std::string last = similarWord(lastPart(bare), lastParts);
    if (!last.empty())
      nearest = names[std::ranges::find(lastParts, last) - lastParts.begin()];
  }
  Refusal refusal{.reason = "there is no class `" + typed + "`", .hint = ""};
  if (!nearest.empty()) {
    refusal.hint = "did you mean `" + nearest + "`?";
  } else if (names.empty()) {
    refusal.hint = "the header defines no class";
  } else {
    constexpr std::size_t kMost = 6;
    refusal.hint = "the header defines";
    for (std::size_t i = 0; i < std::min(kMost, names.size()); ++i)
      refusal.hint += (i == 0 ? " `" : ", `") + names[i] + "`";
    if (names.size() > kMost)
      refusal.hint += ", ...";
  }
  return refusal;
}

Refusal ambiguous(const std::string& typed, const std::vector<Candidate>& matches) {
  Refusal refusal{.reason = "`" + typed + "` is ambiguous", .hint = "it may be"};
  for (std::size_t i = 0; i < matches.size(); ++i)
    refusal.hint += (i == 0 ? " `" : ", `") + matches[i].name + "`";
  return refusal;
}

Refusal needsArguments(const std::string& name) {
  return {.reason = "`" + name + "` is a class template",
          .hint = "name an instantiation: --class '" + name + "<int>'"};
}

Refusal notAClass(const std::string& typed, const std::string& what) {
  return {.reason = "`" + typed + "` is " + what + ", not a class",
          .hint = "--class names the class whose methods are to be tested"};
}

clang::CXXRecordDecl* complete(clang::Sema& sema, clang::QualType type) {
  clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || !sema.isCompleteType(record->getLocation(), type.getCanonicalType()))
    return nullptr;
  sema.ForceDeclarationOfImplicitMembers(record->getDefinition());
  return record->getDefinition();
}

Search fromAlias(clang::Sema& sema, const clang::TypedefNameDecl& alias, const std::string& typed) {
  const clang::QualType type = alias.getUnderlyingType();
  if (type->isUnionType())
    return notAClass(typed, "a union");
  if (!type->isRecordType())
    return notAClass(typed, type->isEnumeralType() ? "an enumeration" : "a type");
  if (clang::CXXRecordDecl* record = complete(sema, type))
    return FoundClass{.record = record, .spelling = typed};
  return Refusal{.reason = "`" + typed + "` is declared but not defined here",
                 .hint = "give the header that defines it"};
}

std::string otherKind(const clang::NamedDecl& decl) {
  if (llvm::isa<clang::EnumDecl>(decl))
    return "an enumeration";
  return "a type alias";
}

Search fromCandidate(clang::ASTContext& context,
                     clang::Sema& sema,
                     const Candidate& candidate,
                     const std::string& typed,
                     const std::string& aliasError) {
  const bool hasArguments = typed.find('<') != std::string::npos;
  const std::string bare = withoutArguments(typed);
  const std::string prefix = candidate.name.substr(0, candidate.name.size() - bare.size());
  if (hasArguments && !prefix.empty())
    return Respelt{prefix + typed};
  if (hasArguments)
    return Refusal{.reason = "`" + typed + "` does not name a class: " + aliasError,
                   .hint = "the template arguments must be types the header knows"};
  if (llvm::isa<clang::ClassTemplateDecl>(candidate.decl))
    return needsArguments(candidate.name);
  if (auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(candidate.decl)) {
    if (record->isDependentContext())
      return Refusal{.reason = "`" + candidate.name + "` is part of a class template",
                     .hint = "name an instantiation, such as 'Outer<int>::Inner'"};
    if (inaccessiblePart(context.getTypeDeclType(record)) != nullptr)
      return Refusal{.reason = "`" + candidate.name + "` is private to its class or file",
                     .hint = "name a class that clients can use"};
    if (clang::CXXRecordDecl* definition = complete(sema, context.getTypeDeclType(record)))
      return FoundClass{.record = definition, .spelling = candidate.name};
    return Refusal{.reason = "`" + candidate.name + "` is declared but not defined here",
                   .hint = "give the header that defines it"};
  }
  if (auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(candidate.decl))
    return fromAlias(sema, *alias, candidate.name);
  return notAClass(candidate.name, otherKind(*candidate.decl));
}

// The same class may be found under several names: an alias and what it stands for.
void dropAliases(std::vector<Candidate>& matches) {
  const auto isAlias = [](const Candidate& candidate) {
    return llvm::isa<clang::TypedefNameDecl>(candidate.decl);
  };
  if (!std::ranges::all_of(matches, isAlias))
    std::erase_if(matches, isAlias);
}

} // namespace

Search findClass(clang::ASTContext& context,
                 clang::Sema& sema,
                 const std::string& typed,
                 const std::string& aliasError) {
  clang::TranslationUnitDecl* unit = context.getTranslationUnitDecl();
  if (aliasError.empty())
    for (clang::NamedDecl* decl : unit->lookup(&context.Idents.get(kAliasName)))
      if (auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(decl))
        return fromAlias(sema, *alias, typed);

  Collector collector(context);
  collector.visit(*unit);
  const std::string bare = withoutArguments(typed);
  std::vector<Candidate> matches;
  for (const Candidate& candidate : collector.all)
    if (endsWithName(candidate.name, bare))
      matches.push_back(candidate);
  dropAliases(matches);
  if (matches.empty())
    return unknownClass(typed, collector.usersOwn);
  if (matches.size() > 1)
    return ambiguous(typed, matches);
  return fromCandidate(context, sema, matches.front(), typed, aliasError);
}

std::optional<Refusal> refusalOf(const clang::CXXRecordDecl& record, const std::string& name) {
  if (record.isUnion())
    return notAClass(name, "a union");
  if (!record.isAbstract())
    return std::nullopt;
  const std::vector<const clang::CXXMethodDecl*> pure = pureMethods(record);
  const std::string method =
      pure.empty() ? "its destructor" : "`" + pure.front()->getNameAsString() + "`";
  return Refusal{.reason = "`" + name + "` is abstract: " + method + " is pure virtual",
                 .hint = "name a class that is derived from it"};
}

} // namespace heddle::frontend
