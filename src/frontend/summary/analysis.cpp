// SPDX-License-Identifier: Apache-2.0
#include "frontend/summary/analysis.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/TemplateDeduction.h>
#include <llvm/Support/Path.h>

#include "frontend/instantiate.h"
#include "frontend/summary/body_walker.h"
#include "frontend/summary/library_types.h"

namespace heddle::frontend {
namespace {

constexpr int kDeepestCall = 60;

} // namespace

Analysis::Analysis(clang::Sema& sema, const clang::CXXRecordDecl& subject)
    : sema_(sema), places_(sema.getASTContext(), subject) {
  activations_.push_back(std::make_unique<Activation>()); // 0 is none
}

const clang::FunctionDecl* Analysis::definitionOf(const clang::FunctionDecl& function) {
  return frontend::definitionOf(sema_, function);
}

const clang::FunctionDecl* Analysis::instantiateFor(const clang::FunctionTemplateDecl& function,
                                                    const std::vector<Value>& arguments) {
  // Every parameter of a generic lambda is given the type of something that the caller passes.
  clang::QualType type;
  for (const Value& argument : arguments)
    for (PlaceId place : argument.at)
      if (type.isNull() && !places_[place].type.isNull())
        type = places_[place].type;
  if (type.isNull())
    return nullptr;
  // What an iterator stands for.
  if (const auto* iterator = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
          type->getAsCXXRecordDecl());
      iterator != nullptr && libraryTypeOf(*iterator) == LibraryType::Pointer &&
      iterator->getTemplateArgs()[0].getKind() == clang::TemplateArgument::Type) {
    type = iterator->getTemplateArgs()[0].getAsType();
    if (type->isPointerType())
      type = type->getPointeeType();
  }
  llvm::SmallVector<clang::TemplateArgument, 4> list;
  for (const clang::NamedDecl* parameter : *function.getTemplateParameters()) {
    if (!llvm::isa<clang::TemplateTypeParmDecl>(parameter))
      return nullptr;
    if (parameter->isTemplateParameterPack())
      list.push_back(clang::TemplateArgument::getEmptyPack());
    else
      list.emplace_back(type);
  }
  return instantiate(function, list);
}

const clang::FunctionDecl*
Analysis::instantiate(const clang::FunctionTemplateDecl& function,
                      llvm::ArrayRef<clang::TemplateArgument> arguments) {
  const Quiet quiet(sema_);
  auto& changeable = const_cast<clang::FunctionTemplateDecl&>(function);
  const clang::FunctionDecl* declaration = sema_.InstantiateFunctionDeclaration(
      &changeable,
      clang::TemplateArgumentList::CreateCopy(context(), arguments),
      function.getLocation());
  return declaration == nullptr ? nullptr : definitionOf(*declaration);
}

unsigned Analysis::activationOf(const clang::FunctionDecl& function,
                                const PlaceSet& self,
                                const std::vector<Value>& arguments,
                                unsigned parent) {
  for (const Value& argument : arguments)
    spend((argument.at.size() + argument.to.size()) / 4);
  const Key key{&function, self, arguments, parent};
  if (const auto known = numbers_.find(key); known != numbers_.end())
    return known->second;
  std::vector<unsigned>& variants = variants_[&function];
  const auto number = static_cast<unsigned>(activations_.size());
  auto made = std::make_unique<Activation>();
  made->function = &function;
  made->self = self;
  made->arguments = arguments;
  made->parent = parent;
  if (variants.size() >= kMostVariants) {
    // Too many: the last one stands for all further ones.
    Activation& last = *activations_[variants.back()];
    last.self.insert(self.begin(), self.end());
    last.arguments.resize(std::max(last.arguments.size(), arguments.size()));
    for (std::size_t i = 0; i < arguments.size(); ++i)
      last.arguments[i].add(arguments[i]);
    last.round = 0;
    hasChanged_ = true;
    numbers_.emplace(key, variants.back());
    return variants.back();
  }
  activations_.push_back(std::move(made));
  variants.push_back(number);
  numbers_.emplace(key, number);
  return number;
}

const Effect& Analysis::call(const clang::FunctionDecl& definition,
                             const PlaceSet& self,
                             const std::vector<Value>& arguments,
                             unsigned parent) {
  const unsigned number = activationOf(definition, self, arguments, parent);
  Activation& activation = *activations_[number];
  if (activation.isRunning || activation.round == round_ || depth_ > kDeepestCall)
    return activation.effect;
  activation.isRunning = true;
  activation.round = round_;
  ++depth_;
  Effect effect = BodyWalker(*this, number, activation).walk();
  --depth_;
  activation.isRunning = false;
  if (effect != activation.effect) {
    hasChanged_ = true;
    activation.effect = std::move(effect);
  }
  return activation.effect;
}

bool Analysis::runToTheEnd(const std::function<void()>& summarise) {
  while (round_ < kMostRounds) {
    ++round_;
    hasChanged_ = false;
    const std::size_t before = places_.knowledge();
    summarise();
    if (isSpent())
      return false;
    if (!hasChanged_ && places_.knowledge() == before)
      return true;
  }
  return false;
}

bool Analysis::isChanging(PlaceId leaf) const {
  return leaf == places_.anywhere() || changing_.contains(leaf) ||
         changing_.contains(places_.anywhere());
}

void Analysis::addChanging(const PlaceSet& written) {
  const std::size_t before = changing_.size();
  changing_.insert(written.begin(), written.end());
  hasChanged_ = hasChanged_ || changing_.size() != before;
}

void Analysis::addReentry(const Effect& effect) {
  const std::size_t before = reentry_.reads.size() + reentry_.writes.size() + reentry_.taken.size();
  reentry_.reads.insert(effect.reads.begin(), effect.reads.end());
  reentry_.writes.insert(effect.writes.begin(), effect.writes.end());
  reentry_.taken.insert(effect.taken.begin(), effect.taken.end());
  reentry_.doubleLocks.insert(effect.doubleLocks.begin(), effect.doubleLocks.end());
  for (std::size_t scope = 0; scope < kScopes; ++scope)
    if (effect.covers[scope].isAny)
      reentry_.covers[scope].isAny = true;
  addReentryOnOthers(effect);
  const std::size_t after = reentry_.reads.size() + reentry_.writes.size() + reentry_.taken.size();
  hasChanged_ = hasChanged_ || after != before;
}

// The callback may have been made for another object of the class: each method locks what it locks there.
void Analysis::addReentryOnOthers(const Effect& effect) {
  const std::map<PlaceId, OtherObject> before = reentry_.others;
  const auto add = [&](PlaceId object, const PlaceSet& reads, const PlaceSet& writes) {
    OtherObject& other = reentry_.others[object];
    for (PlaceId leaf : reads)
      if (isChanging(leaf))
        other.reads.insert(leaf);
    other.writes.insert(writes.begin(), writes.end());
    return &other.cover;
  };
  if (effect.covers[kChanging].isAny)
    add(places_.object(places_.subjectRecord(), "another", true), effect.reads, effect.writes)
        ->add(effect.covers[kChanging].locks);
  for (const auto& [object, accesses] : effect.others)
    add(object, accesses.reads, accesses.writes)->add(accesses.cover.locks);
  hasChanged_ = hasChanged_ || before != reentry_.others;
}

void Analysis::indexOverriders(const clang::DeclContext& scope) {
  for (const clang::Decl* decl : scope.decls()) {
    if (isInSystemHeader(*decl) && !isInSystemHeader(places_.subjectRecord()))
      continue;
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(decl)) {
      for (const clang::CXXMethodDecl* overridden : method->overridden_methods())
        overriders_[overridden->getCanonicalDecl()].push_back(method->getCanonicalDecl());
    } else if (const auto* functions = llvm::dyn_cast<clang::ClassTemplateDecl>(decl)) {
      for (const clang::ClassTemplateSpecializationDecl* each : functions->specializations())
        indexOverriders(*each);
    } else if (const auto* inner = llvm::dyn_cast<clang::DeclContext>(decl);
               inner != nullptr && !llvm::isa<clang::FunctionDecl>(decl)) {
      indexOverriders(*inner);
    }
  }
}

std::vector<const clang::CXXMethodDecl*> Analysis::overriders(const clang::CXXMethodDecl& method) {
  if (!overridersKnown_) {
    overridersKnown_ = true;
    indexOverriders(*context().getTranslationUnitDecl());
  }
  std::vector<const clang::CXXMethodDecl*> all{method.getCanonicalDecl()};
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const clang::CXXMethodDecl* each : overriders_[all[i]])
      if (std::ranges::find(all, each) == all.end())
        all.push_back(each);
  return all;
}

std::string Analysis::where(clang::SourceLocation location) const {
  const clang::PresumedLoc place =
      sema_.getSourceManager().getPresumedLoc(sema_.getSourceManager().getExpansionLoc(location));
  if (place.isInvalid())
    return "somewhere";
  return llvm::sys::path::filename(place.getFilename()).str() + ":" +
         std::to_string(place.getLine());
}

} // namespace heddle::frontend
