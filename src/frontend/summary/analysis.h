// SPDX-License-Identifier: Apache-2.0
// The interprocedural part: decides which functions to analyse, for which objects and arguments, until nothing new is
// learned. Results are kept per function and per objects and arguments of the call (DepCon+, section 5.3, "details").
#pragma once

#include <clang/Sema/Sema.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "frontend/summary/effect.h"
#include "frontend/summary/place.h"

namespace heddle::frontend {

// A function with the object and the arguments of a call.
struct Activation {
  const clang::FunctionDecl* function = nullptr; // its definition
  PlaceSet self;
  std::vector<Value> arguments;
  unsigned parent = 0; // of a lambda: the call that made it
  Effect effect;
  bool isRunning = false;
  unsigned round = 0;
};

class Analysis {
public:
  Analysis(clang::Sema& sema, const clang::CXXRecordDecl& subject);

  Places& places() { return places_; }
  clang::Sema& sema() { return sema_; }
  clang::ASTContext& context() { return sema_.getASTContext(); }
  const Activation& activation(unsigned number) const { return *activations_[number]; }

  // The definition with a body, instantiated from its template if necessary; null if there is none.
  const clang::FunctionDecl* definitionOf(const clang::FunctionDecl& function);
  const clang::FunctionDecl* instantiate(const clang::FunctionTemplateDecl& function,
                                         llvm::ArrayRef<clang::TemplateArgument> arguments);
  // Instantiates a generic lambda that has not been called yet, for parameters of the types of these places; null if
  // that fails.
  const clang::FunctionDecl* instantiateFor(const clang::FunctionTemplateDecl& function,
                                            const std::vector<Value>& arguments);
  // What the call does, according to what is known in this round. A recursive function sees the previous round.
  const Effect& call(const clang::FunctionDecl& definition,
                     const PlaceSet& self,
                     const std::vector<Value>& arguments,
                     unsigned parent);
  // Methods of visible classes that override it, including itself.
  std::vector<const clang::CXXMethodDecl*> overriders(const clang::CXXMethodDecl& method);

  // Runs `summarise` until it learns nothing new. False: it gave up.
  bool runToTheEnd(const std::function<void()>& summarise);

  // Whether a method changes it, according to the previous round.
  bool isChanging(PlaceId leaf) const;
  void addChanging(const PlaceSet& written);
  // What the public methods do together, which is what a callback that re-enters the object may do.
  const Effect& reentry() const { return reentry_; }
  void addReentry(const Effect& effect);

  // False if too much has been analysed: functions then count as not visible.
  bool spend(std::size_t work = 1) {
    steps_ += work;
    return !isSpent();
  }
  bool isSpent() const { return steps_ > kMostSteps || places_.knowledge() > kMostKnowledge; }
  // "queue.hpp:41".
  std::string where(clang::SourceLocation location) const;

private:
  static constexpr std::size_t kMostSteps = 150'000; // about a second
  static constexpr std::size_t kMostKnowledge = 50'000;
  static constexpr unsigned kMostRounds = 12;
  static constexpr std::size_t kMostVariants =
      24; // activations of one function that are distinguished

  unsigned activationOf(const clang::FunctionDecl& function,
                        const PlaceSet& self,
                        const std::vector<Value>& arguments,
                        unsigned parent);
  void addReentryOnOthers(const Effect& effect);
  void indexOverriders(const clang::DeclContext& scope);

  clang::Sema& sema_;
  Places places_;
  std::vector<std::unique_ptr<Activation>> activations_;
  using Key = std::tuple<const clang::FunctionDecl*, PlaceSet, std::vector<Value>, unsigned>;
  std::map<Key, unsigned> numbers_;
  std::map<const clang::FunctionDecl*, std::vector<unsigned>> variants_;
  std::map<const clang::CXXMethodDecl*, std::vector<const clang::CXXMethodDecl*>> overriders_;
  bool overridersKnown_ = false;
  PlaceSet changing_;
  Effect reentry_;
  unsigned round_ = 0;
  bool hasChanged_ = false;
  std::size_t steps_ = 0;
  int depth_ = 0;
};

} // namespace heddle::frontend
