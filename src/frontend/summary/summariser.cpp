// SPDX-License-Identifier: Apache-2.0
#include "frontend/summary/summariser.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "frontend/summary/analysis.h"
#include "frontend/summary/contained.h"
#include "frontend/summary/library_types.h"
#include "frontend/summary/place_names.h"

namespace heddle::frontend {
namespace {

using model::OperationKind;

class Summariser {
public:
  Summariser(clang::Sema& sema,
             const clang::CXXRecordDecl& record,
             const std::vector<OperationDescription>& operations,
             const std::vector<const clang::FunctionDecl*>& functions)
      : analysis_(sema, record), record_(record), operations_(operations), functions_(functions),
        effects_(operations.size()), names_(analysis_.places()) {}

  model::ClassSummary run(const std::string& className) {
    const bool isComplete = analysis_.runToTheEnd([this] { runOnce(); });
    model::ClassSummary summary;
    summary.className = className;
    if (!isComplete)
      summary.notes.push_back({.id = model::MessageId::ClassTooLarge});
    for (std::size_t i = 0; i < operations_.size(); ++i)
      if (isSummarised(i))
        summary.methods.push_back(summaryOf(i, isComplete));
    for (const Effect& effect : effects_)
      summary.startsThreads = summary.startsThreads || effect.startsThreads;
    return summary;
  }

private:
  bool isSummarised(std::size_t operation) const {
    const OperationKind kind = operations_[operation].model.kind;
    return kind == OperationKind::Method || kind == OperationKind::StaticMethod;
  }

  void runOnce() {
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      runOperation(i);
      if (!isSummarised(i))
        continue;
      analysis_.addChanging(effects_[i].writes);
      analysis_.addReentry(effects_[i]);
    }
    // Its threads may run at any time, whichever call started them.
    for (const Effect& effect : effects_)
      if (effect.startsThreads)
        analysis_.addChanging(effect.writes);
  }

  void runOperation(std::size_t operation);
  const clang::FunctionDecl* definitionOf(std::size_t operation);
  const clang::FunctionDecl* instanceOf(const clang::FunctionTemplateDecl& function,
                                        const OperationDescription& operation);
  Value argumentFor(const clang::ParmVarDecl& parameter);
  void readResult(Effect& effect, clang::QualType type);
  model::MethodSummary summaryOf(std::size_t operation, bool isComplete);
  bool isSteady(PlaceId lock);
  void addOthers(model::MethodSummary& summary, const Effect& effect, bool isComplete);
  void addDoubleLocks(model::MethodSummary& summary, const Effect& effect, bool isComplete);

  Analysis analysis_;
  const clang::CXXRecordDecl& record_;
  const std::vector<OperationDescription>& operations_;
  const std::vector<const clang::FunctionDecl*>& functions_;
  std::vector<Effect> effects_;
  PlaceNames names_;
};

Value Summariser::argumentFor(const clang::ParmVarDecl& parameter) {
  const std::string label = parameter.getNameAsString();
  PlaceSet targets =
      analysis_.places().defaultTargets(parameter.getType(), label.empty() ? "argument" : label, 0);
  if (parameter.getType()->isReferenceType())
    return {.at = std::move(targets), .to = {}};
  return {.at = {}, .to = std::move(targets)};
}

// The caller of the method reads the result after the method has released its locks: a reference into the object is
// read without them.
void Summariser::readResult(Effect& effect, clang::QualType type) {
  Places& places = analysis_.places();
  const bool isView = libraryTypeOf(type) == LibraryType::Pointer && !type->isReferenceType();
  PlaceSet seen;
  if (type->isReferenceType())
    seen = effect.result.at;
  else if (isView)
    seen = effect.result.to;
  for (PlaceId place : effect.result.to)
    places.escape(place);
  for (PlaceId place : effect.result.at)
    places.escape(place);
  // Callers do not read the result of `return *this`.
  seen.erase(places.subject());
  for (PlaceId place : seen)
    for (PlaceId leaf : places.leaves(place)) {
      const PlaceKind kind = places[leaf].kind;
      if (kind != PlaceKind::Field && kind != PlaceKind::Static && kind != PlaceKind::Element &&
          kind != PlaceKind::Pointee)
        continue;
      effect.reads.insert(leaf);
      effect.covers[kAll].add({});
      if (analysis_.isChanging(leaf))
        effect.covers[kChanging].add({});
    }
}

const clang::FunctionDecl* Summariser::definitionOf(std::size_t operation) {
  const clang::FunctionDecl* function = functions_[operation];
  if (function == nullptr)
    return nullptr;
  if (const clang::FunctionTemplateDecl* source = function->getDescribedFunctionTemplate())
    return instanceOf(*source, operations_[operation]);
  return analysis_.definitionOf(*function);
}

// An instance of a member template, with the arguments that the harness would use: a callable, or an element.
const clang::FunctionDecl* Summariser::instanceOf(const clang::FunctionTemplateDecl& function,
                                                  const OperationDescription& operation) {
  // Templates of libraries expect arguments that Clang has deduced and checked.
  if (isInSystemHeader(record_))
    return nullptr;
  const clang::ASTContext& context = analysis_.context();
  clang::QualType callable, element = context.IntTy;
  for (const clang::NamedDecl* each :
       context.getTranslationUnitDecl()->lookup(&analysis_.context().Idents.get(kAnyCallable)))
    if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(each))
      callable = context.getTypeDeclType(record);
  const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record_);
  if (instance != nullptr && instance->getTemplateArgs().size() > 0 &&
      instance->getTemplateArgs()[0].getKind() == clang::TemplateArgument::Type)
    element = instance->getTemplateArgs()[0].getAsType();
  const bool takesCallable =
      std::ranges::any_of(operation.parameters, [](const ParameterDescription& each) {
        return each.type.find("AnyCallable") != std::string::npos;
      });
  llvm::SmallVector<clang::TemplateArgument, 4> arguments;
  for (const clang::NamedDecl* parameter : *function.getTemplateParameters()) {
    const auto* type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(parameter);
    if (type == nullptr || type->hasDefaultArgument() || (takesCallable && callable.isNull()))
      return nullptr;
    const clang::TemplateArgument argument(takesCallable ? callable : element);
    if (!type->isParameterPack())
      arguments.push_back(argument);
    else if (takesCallable)
      arguments.push_back(clang::TemplateArgument::getEmptyPack());
    else
      arguments.push_back(clang::TemplateArgument::CreatePackCopy(analysis_.context(), argument));
  }
  return analysis_.instantiate(function, arguments);
}

void Summariser::runOperation(std::size_t operation) {
  Effect& effect = effects_[operation];
  const clang::FunctionDecl* definition = definitionOf(operation);
  if (definition == nullptr) {
    effect.reads.insert(analysis_.places().anywhere());
    effect.writes.insert(analysis_.places().anywhere());
    effect.covers[kAll].add({});
    effect.covers[kChanging].add({});
    effect.taken.insert({.lock = analysis_.places().code(operations_[operation].model.name + "()"),
                         .isShared = false});
    effect.unsure.insert(model::toText({.id = model::MessageId::BodyNotVisible}));
    return;
  }
  PlaceSet self;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  const bool isOnSubject = method != nullptr && !method->isStatic();
  if (isOnSubject)
    self = {analysis_.places().subject()};
  std::vector<Value> arguments;
  for (const clang::ParmVarDecl* parameter : definition->parameters())
    arguments.push_back(argumentFor(*parameter));
  // A free function: its first argument is the object.
  if (method == nullptr && operations_[operation].model.kind == OperationKind::Method &&
      !arguments.empty()) {
    Value& first = arguments.front();
    (definition->getParamDecl(0)->getType()->isReferenceType() ? first.at : first.to) = {
        analysis_.places().subject()};
  }
  effect = analysis_.call(*definition, self, arguments, 0);
  readResult(effect, definition->getReturnType());
}

// A lock behind a pointer is the same for all calls only if no method changes the pointer.
bool Summariser::isSteady(PlaceId lock) {
  Places& places = analysis_.places();
  for (PlaceId each = lock; each != 0; each = places[each].parent)
    if (places[each].kind == PlaceKind::Pointee)
      for (PlaceId leaf : places.leaves(places[each].parent))
        if (analysis_.isChanging(leaf))
          return false;
  return true;
}

void Summariser::addOthers(model::MethodSummary& summary, const Effect& effect, bool isComplete) {
  Places& places = analysis_.places();
  PlaceSet reads, writes;
  Cover cover;
  for (const auto& [object, accesses] : effect.others) {
    reads.insert(accesses.reads.begin(), accesses.reads.end());
    writes.insert(accesses.writes.begin(), accesses.writes.end());
    LockUses locks;
    for (const auto& [lock, isShared] : accesses.cover.locks)
      locks.emplace(places.canonical(lock), isShared);
    cover.add(locks);
  }
  for (PlaceId place : reads)
    summary.others.reads.push_back(names_.location(place));
  for (PlaceId place : writes)
    summary.others.writes.push_back(names_.location(place));
  for (const auto& [place, isShared] : cover.locks)
    if (const auto lock = names_.lock({.lock = place, .isShared = isShared});
        isComplete && lock && lock->isOwn && isSteady(place))
      summary.others.locks.push_back(*lock);
}

void Summariser::addDoubleLocks(model::MethodSummary& summary,
                                const Effect& effect,
                                bool isComplete) {
  constexpr std::size_t kMostPaths = 64;
  if (!isComplete && !effect.taken.empty()) {
    const model::Lock any{.kind = std::string(model::Lock::kAny), .path = "some lock"};
    summary.doubleLocks.push_back({.outer = any, .inner = any});
    return;
  }
  std::set<std::tuple<std::string, bool, bool, std::string, bool, bool>> seen;
  for (const auto& [outer, inner] : effect.doubleLocks) {
    const auto first = names_.lock(outer), second = names_.lock(inner);
    if (!first || !second)
      continue;
    // Many ways to the same kinds of locks are worth no more than one.
    const bool isNew = seen.emplace(first->kind,
                                    first->isOwn,
                                    first->isShared,
                                    second->kind,
                                    second->isOwn,
                                    second->isShared)
                           .second;
    if (isNew || effect.doubleLocks.size() <= kMostPaths)
      summary.doubleLocks.push_back({.outer = *first, .inner = *second});
  }
}

model::MethodSummary Summariser::summaryOf(std::size_t operation, bool isComplete) {
  const Effect& effect = effects_[operation];
  model::MethodSummary summary;
  summary.operation = static_cast<std::uint16_t>(operation);
  summary.name = operations_[operation].model.signature;
  PlaceSet reads = effect.reads, writes = effect.writes;
  if (!isComplete) {
    reads.insert(analysis_.places().anywhere());
    writes.insert(analysis_.places().anywhere());
  }
  for (PlaceId place : reads)
    summary.reads.push_back(names_.location(place));
  for (PlaceId place : writes)
    summary.writes.push_back(names_.location(place));
  const Cover& cover = effect.covers[effect.covers[kChanging].isAny ? kChanging : kAll];
  if (isComplete)
    for (const auto& [place, isShared] : cover.locks)
      if (const auto lock = names_.lock({.lock = place, .isShared = isShared});
          lock && lock->isOwn && isSteady(place) &&
          // The object's own lock does not exclude calls on other objects.
          (!effect.touchesStatic || analysis_.places().isStatic(place)))
        summary.locks.push_back(*lock);
  addOthers(summary, effect, isComplete);
  addDoubleLocks(summary, effect, isComplete);
  for (const std::string& text : effect.unsure) {
    summary.unsure.emplace_back();
    model::messageFromText(text, summary.unsure.back());
  }
  const auto sortUnique = [](auto& list, auto key) {
    std::ranges::sort(list, [&](const auto& a, const auto& b) { return key(a) < key(b); });
    list.erase(std::ranges::unique(list).begin(), list.end());
  };
  const auto byPlace = [](const model::Location& each) {
    return std::tuple(each.name, each.offset, each.size);
  };
  const auto byLock = [](const model::Lock& each) {
    return std::tuple(each.kind, each.path, each.isShared);
  };
  sortUnique(summary.reads, byPlace);
  sortUnique(summary.writes, byPlace);
  sortUnique(summary.locks, byLock);
  sortUnique(summary.others.reads, byPlace);
  sortUnique(summary.others.writes, byPlace);
  sortUnique(summary.others.locks, byLock);
  sortUnique(summary.doubleLocks, [&](const model::DoubleLock& each) {
    return std::pair(byLock(each.outer), byLock(each.inner));
  });
  return summary;
}

} // namespace

namespace {

// Nothing is known: every method may do everything.
model::ClassSummary unknownSummary(const std::string& className,
                                   const std::vector<OperationDescription>& operations) {
  model::ClassSummary summary;
  summary.className = className;
  summary.notes.push_back({.id = model::MessageId::ClassNotFollowed});
  const model::Location anywhere{.name = std::string(model::Location::kAnywhere)};
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const model::OperationModel& operation = operations[i].model;
    if (operation.kind != OperationKind::Method && operation.kind != OperationKind::StaticMethod)
      continue;
    model::MethodSummary method;
    method.operation = static_cast<std::uint16_t>(i);
    method.name = operation.signature;
    method.reads = method.writes = {anywhere};
    summary.methods.push_back(std::move(method));
  }
  return summary;
}

} // namespace

model::ClassSummary summarise(clang::Sema& sema,
                              const clang::CXXRecordDecl& record,
                              const std::string& className,
                              const std::vector<OperationDescription>& operations,
                              const std::vector<const clang::FunctionDecl*>& functions) {
  const std::optional<std::string> text = runContained([&] {
    return model::toText(Summariser(sema, record, operations, functions).run(className));
  });
  if (text)
    if (Result<model::ClassSummary> summary = model::classSummaryFromText(*text))
      return std::move(summary.value());
  return unknownSummary(className, operations);
}

} // namespace heddle::frontend
