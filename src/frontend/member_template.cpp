// SPDX-License-Identifier: Apache-2.0
#include "frontend/member_template.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <array>

namespace heddle::frontend {
namespace {

constexpr const char* kCallable = "::heddle::harness::AnyCallable";

// Usual names of a type that is called, and the usual ends of longer ones (`CombineFunc`).
constexpr std::array<std::string_view, 6> kCallableNames{"F", "Fn", "Op", "Pred", "Job", "Task"};
constexpr std::array<llvm::StringRef, 13> kCallableEnds{"Fun",
                                                        "Func",
                                                        "Function",
                                                        "Functor",
                                                        "Callable",
                                                        "Callback",
                                                        "Closure",
                                                        "Predicate",
                                                        "Visitor",
                                                        "Operation",
                                                        "Action",
                                                        "Handler",
                                                        "Factory"};

// Usual names of a type that is an element; an iterator or a key of another type has other names.
constexpr std::array<std::string_view, 10> kElementNames{
    "T", "U", "V", "E", "Item", "Value", "Element", "Elem", "Type", "Up"};

// Parts of the names of methods that construct an element from a pack of arguments.
constexpr std::array<llvm::StringRef, 3> kElementMakers{"emplace", "push", "enqueue"};

// Names of a library's own code begin with underscores: `_Predicate`.
bool isOneOf(const auto& names, llvm::StringRef name) {
  return std::ranges::find(names, std::string_view(name.ltrim('_'))) != names.end();
}

// emplace_back, try_push, ... For emplace_hint the position of the element comes first.
bool makesElement(const clang::FunctionDecl& function) {
  return std::ranges::any_of(kElementMakers, [&](llvm::StringRef part) {
    return function.getDeclName().isIdentifier() && function.getName().contains(part);
  });
}

// Whether the body calls the parameter, perhaps as std::forward<F>(f)(...).
class CallFinder : public clang::RecursiveASTVisitor<CallFinder> {
public:
  explicit CallFinder(const clang::ParmVarDecl& parameter) : parameter_(parameter) {}

  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::Expr* callee = call->getCallee()->IgnoreParenImpCasts();
    if (const auto* inner = llvm::dyn_cast<clang::CallExpr>(callee))
      callee = inner->getNumArgs() == 1 ? inner->getArg(0)->IgnoreParenImpCasts() : callee;
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(callee);
    found = found || (reference != nullptr && reference->getDecl() == &parameter_);
    return true;
  }

  bool found = false;

private:
  const clang::ParmVarDecl& parameter_;
};

const clang::FunctionDecl& patternOf(const clang::FunctionTemplateDecl& function) {
  const clang::FunctionTemplateDecl* source = &function;
  while (const clang::FunctionTemplateDecl* origin = source->getInstantiatedFromMemberTemplate())
    source = origin;
  return *source->getTemplatedDecl();
}

bool isCallableName(llvm::StringRef name) {
  return isOneOf(kCallableNames, name) ||
         std::ranges::any_of(kCallableEnds,
                             [&](llvm::StringRef end) { return name.ends_with(end); });
}

bool isCallable(const clang::TemplateTypeParmDecl& type,
                const clang::FunctionTemplateDecl& function,
                unsigned position) {
  if (isCallableName(type.getName()))
    return true;
  const clang::FunctionDecl& pattern = patternOf(function);
  const clang::FunctionDecl* definition = pattern.getDefinition();
  if (definition == nullptr || definition->getBody() == nullptr)
    return false;
  CallFinder finder(*definition->getParamDecl(position));
  finder.TraverseStmt(definition->getBody());
  return finder.found;
}

// What the class holds: value_type, else its only template argument that is not optional.
std::optional<clang::QualType> elementOf(const clang::CXXRecordDecl& subject) {
  for (const clang::Decl* decl : subject.decls())
    if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(decl))
      if (alias->getName() == "value_type" && alias->getAccess() == clang::AS_public)
        return alias->getUnderlyingType();
  const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&subject);
  if (instance == nullptr ||
      instance->getSpecializedTemplate()->getTemplateParameters()->getMinRequiredArguments() != 1 ||
      instance->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type)
    return std::nullopt;
  return instance->getTemplateArgs()[0].getAsType();
}

// The template parameter that the type is, if so.
const clang::TemplateTypeParmDecl* templateParameter(clang::QualType type,
                                                     const clang::FunctionTemplateDecl& function) {
  const auto* dependent = type->getAs<clang::TemplateTypeParmType>();
  if (dependent == nullptr)
    return nullptr;
  for (const clang::NamedDecl* each : *function.getTemplateParameters())
    if (const auto* candidate = llvm::dyn_cast<clang::TemplateTypeParmDecl>(each))
      if (candidate->getIndex() == dependent->getIndex() &&
          candidate->getDepth() == dependent->getDepth())
        return candidate;
  return nullptr;
}

// The template parameter that the function's parameter is a value of or reference to, if so.
const clang::TemplateTypeParmDecl* directParameter(const clang::ParmVarDecl& parameter,
                                                   const clang::FunctionTemplateDecl& function) {
  return templateParameter(parameter.getType().getNonReferenceType().getUnqualifiedType(),
                           function);
}

// A parameter that is an instance of a known template: its type, and the template parameters that a call deduces from it.
struct KnownInstance {
  std::string type;
  std::vector<const clang::TemplateTypeParmDecl*> deduced;
};

// The outermost namespace, if the innermost one is `chrono`: std::chrono, or another library's copy of it.
const clang::NamespaceDecl* ownerOfChrono(const clang::Decl& decl) {
  const auto* chrono =
      llvm::dyn_cast<clang::NamespaceDecl>(decl.getDeclContext()->getEnclosingNamespaceContext());
  while (chrono != nullptr && chrono->isInline())
    chrono = llvm::dyn_cast<clang::NamespaceDecl>(chrono->getParent());
  if (chrono == nullptr || chrono->getName() != "chrono")
    return nullptr;
  return llvm::dyn_cast<clang::NamespaceDecl>(chrono->getParent());
}

// The type of a duration or a point in time that such a parameter takes: any unit, any clock unless it names one.
std::optional<KnownInstance> chronoInstance(const clang::ParmVarDecl& parameter,
                                            const clang::FunctionTemplateDecl& function,
                                            const TypeText& types) {
  const auto* instance =
      parameter.getType().getNonReferenceType()->getAs<clang::TemplateSpecializationType>();
  const clang::TemplateDecl* known =
      instance != nullptr ? instance->getTemplateName().getAsTemplateDecl() : nullptr;
  const clang::NamespaceDecl* owner = known != nullptr ? ownerOfChrono(*known) : nullptr;
  if (owner == nullptr || instance->template_arguments().empty())
    return std::nullopt;
  KnownInstance result;
  const std::string chrono = "::" + owner->getQualifiedNameAsString() + "::chrono::";
  const clang::TemplateArgument& first = instance->template_arguments()[0];
  if (known->getName() == "duration")
    result.type = chrono + "milliseconds";
  else if (known->getName() == "time_point" && first.getKind() == clang::TemplateArgument::Type)
    result.type = (first.isDependent() ? chrono + "steady_clock" : types.exact(first.getAsType())) +
                  "::time_point";
  else
    return std::nullopt;
  for (const clang::TemplateArgument& argument : instance->template_arguments())
    if (argument.getKind() == clang::TemplateArgument::Type)
      if (const auto* deduced = templateParameter(argument.getAsType(), function))
        result.deduced.push_back(deduced);
  return result;
}

// As the parameter is declared, with `T` in the place of the template parameter.
std::string withType(const clang::ParmVarDecl& parameter, const std::string& type) {
  const clang::QualType declared = parameter.getType();
  const clang::QualType bare = declared.getNonReferenceType();
  // A forwarding reference is passed a temporary.
  const std::string reference = declared->isLValueReferenceType()   ? " &"
                                : declared->isRValueReferenceType() ? " &&"
                                                                    : "";
  return (bare.isConstQualified() ? "const " : "") + type + reference;
}

// All template parameters that are neither packs nor optional must be deduced from the call.
bool deducesAll(const clang::FunctionTemplateDecl& function,
                const std::vector<const clang::TemplateTypeParmDecl*>& deduced) {
  return std::ranges::all_of(*function.getTemplateParameters(), [&](const clang::NamedDecl* each) {
    const auto* type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(each);
    if (type != nullptr)
      return type->isParameterPack() || type->hasDefaultArgument() ||
             std::ranges::find(deduced, type) != deduced.end();
    const auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(each);
    return value != nullptr && (value->hasDefaultArgument() || value->isParameterPack());
  });
}

} // namespace

std::optional<std::vector<TemplateParameter>>
naturalParameters(const clang::FunctionTemplateDecl& function,
                  const clang::CXXRecordDecl& subject,
                  const TypeText& types) {
  const clang::FunctionDecl& declared = *function.getTemplatedDecl();
  // A constructor from one element would often be one from anything, also from an object of the class.
  const std::optional<clang::QualType> element =
      llvm::isa<clang::CXXConstructorDecl>(declared) ? std::nullopt : elementOf(subject);
  std::vector<const clang::TemplateTypeParmDecl*> deduced;
  std::vector<TemplateParameter> parameters;
  for (unsigned i = 0; i < declared.getNumParams(); ++i) {
    const clang::ParmVarDecl* parameter = declared.getParamDecl(i);
    if (parameter->isParameterPack()) {
      // emplace(Args&&...) is given an element; other packs stay empty.
      if (makesElement(declared) && element)
        parameters.push_back({.type = types.exact(*element) + " &&", .declared = parameter});
      else if (parameters.empty())
        return std::nullopt;
      continue;
    }
    const clang::TemplateTypeParmDecl* direct = directParameter(*parameter, function);
    if (direct == nullptr) {
      if (const std::optional<KnownInstance> known = chronoInstance(*parameter, function, types)) {
        deduced.insert(deduced.end(), known->deduced.begin(), known->deduced.end());
        parameters.push_back({.type = withType(*parameter, known->type), .declared = parameter});
        continue;
      }
      if (parameter->getType()->isDependentType())
        return std::nullopt;
      parameters.push_back({.type = types.exact(parameter->getType()), .declared = parameter});
      continue;
    }
    deduced.push_back(direct);
    if (isCallable(*direct, function, i))
      parameters.push_back({.type = withType(*parameter, kCallable), .declared = parameter});
    else if (element && isOneOf(kElementNames, direct->getName()))
      parameters.push_back(
          {.type = withType(*parameter, types.exact(*element)), .declared = parameter});
    else
      return std::nullopt;
  }
  if (parameters.empty() || !deducesAll(function, deduced))
    return std::nullopt;
  return parameters;
}

} // namespace heddle::frontend
