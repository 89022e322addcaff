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

using model::MessageId;
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
  Refusal refusal{.reason = {.id = MessageId::NoSuchClass, .arguments = {typed}}, .hint = {}};
  if (!nearest.empty()) {
    refusal.hint = {.id = MessageId::DidYouMean, .arguments = {nearest}};
  } else if (names.empty()) {
    refusal.hint = {.id = MessageId::HeaderHasNoClass};
  } else {
    constexpr std::size_t kMost = 6;
    refusal.hint.id =
        names.size() > kMost ? MessageId::HeaderDefinesMore : MessageId::HeaderDefines;
    refusal.hint.arguments.assign(
        names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(kMost, names.size())));
  }
  return refusal;
}

Refusal refuse(MessageId reason, const std::string& name, MessageId hint) {
  return {.reason = {.id = reason, .arguments = {name}}, .hint = {.id = hint}};
}

Refusal ambiguous(const std::string& typed, const std::vector<Candidate>& matches) {
  Refusal refusal = refuse(MessageId::ClassAmbiguous, typed, MessageId::MayBe);
  for (const Candidate& match : matches)
    refusal.hint.arguments.push_back(match.name);
  return refusal;
}

Refusal needsArguments(const std::string& name) {
  Refusal refusal = refuse(MessageId::ClassIsTemplate, name, MessageId::NameInstantiation);
  refusal.hint.arguments.push_back(name);
  return refusal;
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
    return refuse(MessageId::ClassIsUnion, typed, MessageId::NameClass);
  if (!type->isRecordType())
    return refuse(type->isEnumeralType() ? MessageId::ClassIsEnumeration : MessageId::ClassIsType,
                  typed,
                  MessageId::NameClass);
  if (clang::CXXRecordDecl* record = complete(sema, type))
    return FoundClass{.record = record, .spelling = typed};
  return refuse(MessageId::ClassUndefined, typed, MessageId::GiveHeader);
}

MessageId otherKind(const clang::NamedDecl& decl) {
  return llvm::isa<clang::EnumDecl>(decl) ? MessageId::ClassIsEnumeration : MessageId::ClassIsAlias;
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
  if (hasArguments) {
    Refusal refusal = refuse(MessageId::ClassUnnamed, typed, MessageId::KnownArguments);
    refusal.reason.arguments.push_back(aliasError);
    return refusal;
  }
  if (llvm::isa<clang::ClassTemplateDecl>(candidate.decl))
    return needsArguments(candidate.name);
  if (auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(candidate.decl)) {
    if (record->isDependentContext())
      return refuse(MessageId::ClassInTemplate, candidate.name, MessageId::NameInner);
    if (inaccessiblePart(context.getTypeDeclType(record)) != nullptr)
      return refuse(MessageId::ClassPrivate, candidate.name, MessageId::NamePublic);
    if (clang::CXXRecordDecl* definition = complete(sema, context.getTypeDeclType(record)))
      return FoundClass{.record = definition, .spelling = candidate.name};
    return refuse(MessageId::ClassUndefined, candidate.name, MessageId::GiveHeader);
  }
  if (auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(candidate.decl))
    return fromAlias(sema, *alias, candidate.name);
  return refuse(otherKind(*candidate.decl), candidate.name, MessageId::NameClass);
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

namespace {

// Something makes objects of derived classes that are hidden.
bool hasFactory(const clang::CXXRecordDecl& record) {
  const ClassRelation relation(record);
  for (const clang::CXXMethodDecl* method : record.methods())
    if (method->isStatic() && relation.isReturnedBy(*method))
      return true;
  return std::ranges::any_of(relation.declarationsOf(*record.getEnclosingNamespaceContext()),
                             [&](const clang::Decl* decl) {
                               const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
                               return function != nullptr &&
                                      !llvm::isa<clang::CXXMethodDecl>(function) &&
                                      relation.isReturnedBy(*function);
                             });
}

} // namespace

std::optional<Refusal> refusalOf(const clang::CXXRecordDecl& record, const std::string& name) {
  if (record.isUnion())
    return refuse(MessageId::ClassIsUnion, name, MessageId::NameClass);
  if (!record.isAbstract() || hasFactory(record))
    return std::nullopt;
  const std::vector<const clang::CXXMethodDecl*> pure = pureMethods(record);
  if (pure.empty())
    return refuse(MessageId::ClassAbstractDestructor, name, MessageId::NameDerived);
  Refusal refusal = refuse(MessageId::ClassAbstract, name, MessageId::NameDerived);
  refusal.reason.arguments.push_back(pure.front()->getNameAsString());
  return refusal;
}

} // namespace heddle::frontend
