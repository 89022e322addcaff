// SPDX-License-Identifier: Apache-2.0
// Memory as the summaries see it. A place is a name for memory: the object under test, a field of it or of another
// object of a type, a variable, what a pointer field points to. The analysis is field-based: all objects of a type
// share the places of their fields, so that two names are equal whenever the memory can be the same (DepCon+, section
// 5.1).
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace heddle::frontend {

using PlaceId = std::uint32_t;
using PlaceSet = std::set<PlaceId>;

enum class PlaceKind : std::uint8_t {
  Anywhere, // nothing is known
  Subject,  // the object under test
  Object,   // another object of a class
  Local,    // a variable or a temporary with all its parts: no other thread can see it
  Static,
  Field,
  Element, // of a container or an array, all of them
  Pointee, // what a field points to, unless it is an object of a class whose fields are known
  Heap,    // the same before a field points to it: named after the fields that hold it
  Outside, // the caller's memory, such as an int& parameter
  Code,    // a callable that the user passed
  Function,
  Closure, // a lambda
  Count,   // of the owners of a shared pointer, for all that point to a type
};

struct Place {
  PlaceKind kind = PlaceKind::Anywhere;
  PlaceId parent = 0;         // of Field, Element, Pointee
  const void* node = nullptr; // the declaration or expression, by kind
  unsigned activation = 0;    // of Local and Closure: the call that it belongs to
  clang::QualType type;       // canonical, without qualifiers
  std::string label;   // of Object, Outside and Code: how the source reaches it; of Count: the type
  bool isMany = false; // of Object: different ones may have this name at the same time

  auto key() const {
    const void* typeKey = kind == PlaceKind::Pointee ? nullptr : type.getAsOpaquePtr();
    return std::tuple(kind, parent, node, activation, typeKey, label);
  }
};

// All places of one analysis, and what the pointers in each of them can point to. That does not depend on the order
// of statements, and only ever grows.
class Places {
public:
  Places(const clang::ASTContext& context, const clang::CXXRecordDecl& subject);

  const Place& operator[](PlaceId id) const { return places_[id]; }
  PlaceId anywhere() const { return 0; }
  PlaceId subject() const { return 1; }
  PlaceId object(const clang::CXXRecordDecl& record, const std::string& label, bool isMany);
  PlaceId local(const void* node, unsigned activation, clang::QualType type);
  PlaceId staticVariable(const clang::VarDecl& variable);
  PlaceId field(PlaceId object, const clang::FieldDecl& field);
  PlaceId element(PlaceId container, clang::QualType type);
  PlaceId heap(const clang::Expr& expression, clang::QualType type);
  PlaceId outside(const std::string& label, clang::QualType type);
  PlaceId code(const std::string& label);
  PlaceId function(const clang::FunctionDecl& function);
  PlaceId closure(const clang::LambdaExpr& lambda, unsigned activation);
  PlaceId count(clang::QualType pointee);

  // What pointers in the place can point to: what was stored there, and what may be there from outside.
  PlaceSet load(PlaceId place);
  PlaceSet load(const PlaceSet& places);
  void store(PlaceId place, const PlaceSet& targets);
  // What a value of the type that comes from outside may point to. `holder`: where it is kept, 0 for a parameter.
  PlaceSet defaultTargets(clang::QualType type, const std::string& label, PlaceId holder);

  // The same memory under the one name that is used for all ways to reach it.
  PlaceId canonical(PlaceId place);
  // The canonical places that an access to all of `place` accesses: fields instead of whole objects.
  PlaceSet leaves(PlaceId place);
  // The same place, or the fields that hold it if it is a block of memory.
  PlaceSet named(PlaceId place);
  // Code that is not visible may reach objects of this type, and of the types of their parts: their fields are also
  // known by the name of the type.
  void escape(PlaceId place);

  // The class or one of its bases: fields of theirs are fields of the subject.
  bool isSubjectPart(const clang::CXXRecordDecl& record) const;
  // Neither its fields nor its methods are analysed; rules replace the analysis.
  bool isOpaque(clang::QualType type) const;
  bool isOpaque(const clang::CXXRecordDecl& record) const;
  // The object, variable or block that it is a part of.
  PlaceId wholeOf(PlaceId place) const;
  // An object of the class, or of a base of it, that is not the one under test.
  bool isOtherSubject(PlaceId place) const;
  // In a static variable, or what one directly points to.
  bool isStatic(PlaceId place) const;
  bool isLocal(PlaceId place) const { return places_[place].kind == PlaceKind::Local; }
  const clang::CXXRecordDecl& subjectRecord() const { return subject_; }
  const clang::ASTContext& context() const { return context_; }

  // Grows with every place and every target that becomes known: when it stops growing, the analysis is done.
  std::size_t knowledge() const { return knowledge_; }

private:
  PlaceId intern(Place place);
  PlaceId root(PlaceId place) const; // the place with which it shares its targets
  void addLeaves(PlaceId place, PlaceSet& leaves, int depth);
  void addFields(PlaceId place, const clang::CXXRecordDecl& record, PlaceSet& leaves, int depth);
  void addTypedNames(PlaceId place, PlaceSet& leaves);
  void escapeType(clang::QualType type);
  void addDefaultTargets(clang::QualType type,
                         const std::string& label,
                         PlaceId holder,
                         PlaceSet& targets,
                         std::set<const void*>& seen);
  void
  addPointee(clang::QualType pointee, const std::string& label, PlaceId holder, PlaceSet& targets);
  std::string labelOf(PlaceId holder) const;

  const clang::ASTContext& context_;
  const clang::CXXRecordDecl& subject_;
  std::set<const clang::CXXRecordDecl*> subjectParts_;
  bool isLibrary_ = false; // the subject is itself a library class: its namespace is analysed
  std::vector<Place> places_;
  std::map<decltype(Place().key()), PlaceId> index_;
  std::map<PlaceId, PlaceSet> targets_;
  std::map<PlaceId, PlaceSet> holders_; // of Heap: the fields that point to it
  std::map<PlaceId, PlaceSet> defaults_;
  std::set<const clang::CXXRecordDecl*> escaped_;
  std::size_t knowledge_ = 0;
};

// "Node", "Logger::Entry": without namespaces and template arguments.
std::string shortName(const clang::CXXRecordDecl& record);

} // namespace heddle::frontend
