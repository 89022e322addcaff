// SPDX-License-Identifier: Apache-2.0
#include "frontend/subject_reader.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Index/USRGeneration.h>

#include <algorithm>
#include <array>
#include <map>

#include "frontend/class_finder.h"
#include "frontend/constants.h"
#include "frontend/contracts/comments.h"
#include "frontend/contracts/contracts.h"
#include "frontend/contracts/copying.h"
#include "frontend/contracts/hints.h"
#include "frontend/contracts/lock_halves.h"
#include "frontend/contracts/roles.h"
#include "frontend/documented_unsafe.h"
#include "frontend/operation_reader.h"
#include "frontend/parse.h"
#include "frontend/summary/summariser.h"
#include "frontend/surroundings.h"
#include "frontend/type_text.h"
#include "support/files.h"

namespace heddle::frontend {

using model::MessageId;
namespace {

using model::OperationKind;

bool makesObject(const OperationDescription& operation) {
  return operation.model.kind == OperationKind::Constructor ||
         operation.model.kind == OperationKind::Factory;
}

// Callables that re-enter the object call something harmless: a const method without parameters, else any
// method without parameters.
// A call with a contract is not made: the callable may run in any thread.
std::vector<std::string>
reenteringCalls(const std::vector<OperationDescription>& operations,
                const std::vector<std::pair<std::uint16_t, std::uint16_t>>& exclusions,
                bool& areConst) {
  constexpr std::size_t kMost = 4; // each is a recipe of every callable parameter
  std::vector<std::string> calls;
  std::string other;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const OperationDescription& operation = operations[i];
    const model::OperationModel& model = operation.model;
    const bool hasContract =
        operation.notIn != 0 || std::ranges::any_of(exclusions, [&](const auto& pair) {
          return pair.first == i || pair.second == i;
        });
    if (hasContract || model.kind != OperationKind::Method || !operation.parameters.empty() ||
        !model.unsupported.empty() || model.name.starts_with("operator") ||
        !operation.callee.starts_with(model.isConst ? "static_cast<const S&>(self)." : "self."))
      continue;
    const std::string call = model.name + "()";
    if (!model.isConst)
      other = other.empty() ? call : other;
    else if (calls.size() < kMost && std::ranges::find(calls, call) == calls.end())
      calls.push_back(call);
  }
  areConst = !calls.empty();
  if (calls.empty() && !other.empty())
    calls.push_back(other);
  return calls;
}

// Standard headers that the text of values may need.
std::vector<std::string> neededIncludes(const SubjectDescription& subject) {
  using Need = std::pair<std::string_view, std::string_view>; // a name and its header
  constexpr std::array kNeeds{Need{"std::basic_string<", "<string>"},
                              Need{"std::basic_string_view", "<string_view>"},
                              Need{"std::unique_ptr", "<memory>"},
                              Need{"std::shared_ptr", "<memory>"},
                              Need{"std::weak_ptr", "<memory>"},
                              Need{"std::function", "<functional>"},
                              Need{"std::reference_wrapper", "<functional>"},
                              Need{"std::vector", "<vector>"},
                              Need{"std::deque", "<deque>"},
                              Need{"std::list", "<list>"},
                              Need{"std::map", "<map>"},
                              Need{"std::multimap", "<map>"},
                              Need{"std::set", "<set>"},
                              Need{"std::unordered_map", "<unordered_map>"},
                              Need{"std::unordered_set", "<unordered_set>"},
                              Need{"std::array", "<array>"},
                              Need{"std::span", "<span>"},
                              Need{"std::optional", "<optional>"},
                              Need{"std::variant", "<variant>"},
                              Need{"std::tuple", "<tuple>"},
                              Need{"std::pair", "<utility>"},
                              Need{"std::chrono", "<chrono>"},
                              Need{"std::basic_ostream", "<sstream>"},
                              Need{"std::basic_istream", "<sstream>"},
                              Need{"std::initializer_list", "<initializer_list>"},
                              Need{"std::thread::id", "<thread>"},
                              Need{"(*)(", "<stdexcept>"},
                              Need{"std::function", "<stdexcept>"}};
  std::string types;
  for (const OperationDescription& operation : subject.operations)
    for (const ParameterDescription& parameter : operation.parameters)
      types += parameter.type + "\n";
  for (const ValueClassDescription& description : subject.classes) {
    for (const std::vector<std::string>& constructor : description.constructors)
      for (const std::string& type : constructor)
        types += type + "\n";
    for (const std::string& type : description.fieldTypes)
      types += type + "\n";
  }
  std::vector<std::string> includes{"<limits>", "<utility>"};
  for (const auto& [name, header] : kNeeds)
    if (types.find(name) != std::string::npos)
      includes.emplace_back(header);
  std::ranges::sort(includes);
  includes.erase(std::ranges::unique(includes).begin(), includes.end());
  return includes;
}

std::string uniqueName(const clang::FunctionDecl& function) {
  llvm::SmallString<128> name;
  clang::index::generateUSRForDecl(&function, name);
  return name.str().str();
}

std::vector<std::string> namesOf(const Operations& operations) {
  std::vector<std::string> names;
  names.reserve(operations.list.size());
  for (const OperationDescription& operation : operations.list)
    names.push_back(operation.model.name);
  return names;
}

// Annotated functions that take or release a lock for their callers, except for those that were joined.
void leaveOutHalves(Operations& operations) {
  for (std::size_t i = operations.list.size(); i-- > 0;) {
    const clang::FunctionDecl* function = operations.functions[i];
    if (function == nullptr || !isAnnotatedHalf(*function))
      continue;
    operations.leftOut.push_back(
        {.what = operations.list[i].model.signature, .why = {.id = MessageId::LocksForCaller}});
    operations.list.erase(operations.list.begin() + static_cast<std::ptrdiff_t>(i));
    operations.functions.erase(operations.functions.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// "Lease" of "app::Pool<int>::Lease", "shared_ptr" of "std::shared_ptr<app::Session>".
std::string shortName(const std::string& type) {
  std::string name;
  int depth = 0;
  for (const char letter : type) {
    depth += letter == '<' ? 1 : letter == '>' ? -1 : 0;
    if (depth == 0 && letter != '>')
      name += letter;
  }
  const std::size_t scope = name.rfind(':');
  return scope == std::string::npos ? name : name.substr(scope + 1);
}

// An operation for each type of lease that an operation returns. Summaries do not cover them.
void addReleases(std::vector<OperationDescription>& operations) {
  std::vector<std::string> types;
  for (const OperationDescription& operation : operations)
    if (operation.model.unsupported.empty() && !operation.lease.empty() &&
        operation.model.kind != model::OperationKind::Factory &&
        std::ranges::find(types, operation.lease) == types.end())
      types.push_back(operation.lease);
  for (const std::string& type : types) {
    OperationDescription& release = operations.emplace_back();
    release.model.name = "~" + shortName(type);
    release.model.signature = release.model.name + "()";
    release.model.result = "void";
    release.released = type;
  }
}

class SubjectReader {
public:
  explicit SubjectReader(const SubjectRequest& request)
      : request_(request), spelling_(request.className) {}

  SubjectReading run() {
    for (int attempt = 0; attempt < 2; ++attempt) {
      respelt_ = false;
      const ParseOutcome outcome =
          parse(unit(),
                // A library class is analysed; libraries that a class uses are not.
                request_.header.starts_with("<") ? Bodies::OfLibraries : Bodies::OfTheUser,
                [this](clang::ASTContext& context, clang::Sema& sema, const ParseOutcome& soFar) {
                  visit(context, sema, soFar);
                });
      if (outcome.otherErrors)
        return DoesNotCompile{};
      if (!respelt_)
        break;
    }
    if (refusal_)
      return *refusal_;
    addSources();
    if (request_.summaries && lacksBodies())
      summariseWithBodies();
    addReleases(subject_.operations);
    return std::move(subject_);
  }

private:
  // The user may name template arguments that the header itself does not need; the harness includes them.
  std::string includesOfArguments() const {
    return spelling_.find('<') == std::string::npos
               ? ""
               : "#include <functional>\n#include <map>\n#include <memory>\n#include <string>\n"
                 "#include <vector>\n";
  }
  Unit unit(const std::vector<std::string>& bodies = {}) const {
    std::string includes = includesOfArguments() + includesOf(request_);
    for (const std::string& body : bodies)
      includes += "#include \"" + absolute(body) + "\"\n";
    return {.file = joinPath(request_.directory, "heddle_class.cpp"),
            .text = includes + "using " + std::string(kAliasName) + " = " + spelling_ + ";\n" +
                    std::string(kAnyCallableText),
            .flags = request_.flags,
            .directory = request_.directory,
            .ownLine = static_cast<unsigned>(std::ranges::count(includes, '\n')) + 1,
            .isQuiet = !bodies.empty()};
  }

  void visit(clang::ASTContext& context, clang::Sema& sema, const ParseOutcome& soFar) {
    if (soFar.otherErrors)
      return;
    const std::string aliasError = soFar.ownErrors.empty() ? "" : soFar.ownErrors.front().message;
    Search search = findClass(context, sema, spelling_, aliasError);
    refusal_.reset();
    if (auto* respelt = std::get_if<Respelt>(&search)) {
      respelt_ = true;
      spelling_ = respelt->spelling;
    } else if (auto* refusal = std::get_if<Refusal>(&search)) {
      refusal_ = std::move(*refusal);
    } else {
      describe(sema, std::get<FoundClass>(search));
    }
  }

  void describe(clang::Sema& sema, const FoundClass& found);
  std::vector<Contract> contractsFor(clang::Sema& sema,
                                     const clang::CXXRecordDecl& record,
                                     const Hints& hints,
                                     const Operations& operations);
  void setModel(const clang::CXXRecordDecl& record, const std::string& spelling);
  void addSources();
  bool lacksBodies() const;
  void trustCopying(clang::Sema& sema,
                    const clang::CXXRecordDecl& record,
                    const std::vector<const clang::FunctionDecl*>& functions);
  void summariseWithBodies();
  std::string absolute(const std::string& file) const {
    return normalisePath(joinPath(request_.directory, file));
  }

  const SubjectRequest& request_;
  std::string spelling_;
  bool respelt_ = false;
  std::optional<Refusal> refusal_;
  SubjectDescription subject_;
  std::vector<std::string>
      functions_; // names of the operations' functions on which all parses agree
};

void SubjectReader::describe(clang::Sema& sema, const FoundClass& found) {
  const clang::CXXRecordDecl& record = *found.record;
  refusal_ = refusalOf(record, found.spelling);
  if (refusal_)
    return;
  Operations operations = readOperations(record, found.spelling);
  const Hints hints = readHints(sema.getASTContext(), record, namesOf(operations));
  refusal_ = hints.problem;
  if (refusal_)
    return;
  addCopy(sema, record, found.spelling, operations);
  subject_.model.notes = joinLockHalves(operations);
  leaveOutHalves(operations);
  for (const model::Message& note :
       applyContracts(contractsFor(sema, record, hints, operations), operations))
    subject_.model.notes.push_back(note);
  subject_.exclusions = operations.exclusions;
  Surroundings around = readSurroundings(sema, record, operations.functions);
  subject_.operations = std::move(operations.list);
  subject_.model.leftOut = std::move(operations.leftOut);
  subject_.enums = std::move(around.enums);
  subject_.classes = std::move(around.classes);
  subject_.stubs = std::move(around.stubs);
  subject_.constants = constantsOf(record);
  subject_.userValues = hints.values;
  subject_.invariants = hints.invariants;
  subject_.type = TypeText(sema.getASTContext()).name(record);
  subject_.reentering =
      reenteringCalls(subject_.operations, subject_.exclusions, subject_.reenteringAsks);
  setModel(record, found.spelling);
  if (std::ranges::none_of(subject_.operations, makesObject))
    refusal_ =
        Refusal{.reason = {.id = MessageId::ClassWithoutConstructor, .arguments = {found.spelling}},
                .hint = {.id = MessageId::WhatFactoryIs}};
  for (const clang::FunctionDecl* function : operations.functions)
    functions_.push_back(function == nullptr ? "" : uniqueName(*function));
  if (!refusal_ && request_.summaries)
    subject_.summary =
        summarise(sema, record, found.spelling, subject_.operations, operations.functions);
}

std::vector<Contract> SubjectReader::contractsFor(clang::Sema& sema,
                                                  const clang::CXXRecordDecl& record,
                                                  const Hints& hints,
                                                  const Operations& operations) {
  std::vector<Contract> all = hints.contracts;
  const auto add = [&](const std::vector<Contract>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  add(contractsOf(request_.roles, record.getQualifiedNameAsString()));
  add(contractsInComments(record, operations));
  add(contractsOfCopying(sema, record, operations));
  return all;
}

void SubjectReader::setModel(const clang::CXXRecordDecl& record, const std::string& spelling) {
  model::ClassModel& model = subject_.model;
  model.name = spelling;
  model.shortName = record.getNameAsString();
  model.header = request_.header.starts_with("<") ? request_.header : "\"" + request_.header + "\"";
  const clang::PresumedLoc place =
      record.getASTContext().getSourceManager().getPresumedLoc(record.getLocation());
  if (place.isValid()) {
    model.file = absolute(place.getFilename());
    model.line = place.getLine();
  }
  for (OperationDescription& operation : subject_.operations)
    if (!operation.model.file.empty())
      operation.model.file = absolute(operation.model.file);
  for (const StubDescription& stub : subject_.stubs)
    model.supportCode += stub.code + "\n";
  const clang::CXXDestructorDecl* destructor = record.getDestructor();
  if (destructor != nullptr && destructor->getAccess() != clang::AS_public)
    model.notes.push_back({.id = MessageId::DestructorNotPublic});
  model.includes = neededIncludes(subject_);
}

void SubjectReader::addSources() {
  for (const std::string& source : request_.sources)
    if (const Result<std::string> text = readFile(absolute(source)))
      addConstantsOfSource(*text, subject_.constants);
}

bool SubjectReader::lacksBodies() const {
  return std::ranges::any_of(subject_.summary.methods, [](const model::MethodSummary& method) {
    return std::ranges::any_of(method.unsure, [](const model::Message& gap) {
      return gap.id == MessageId::CodeNotVisible || gap.id == MessageId::BodyNotVisible;
    });
  });
}

// Assignments and swaps whose bodies, now visible, take a lock may be called at any time.
void SubjectReader::trustCopying(clang::Sema& sema,
                                 const clang::CXXRecordDecl& record,
                                 const std::vector<const clang::FunctionDecl*>& functions) {
  for (std::size_t i = 0; i < functions.size(); ++i) {
    OperationDescription& operation = subject_.operations[i];
    const model::Message note = model::wrap(
        MessageId::CalledAlone, {operation.model.name}, {.id = MessageId::CopiesWithoutLock});
    const auto said = std::ranges::find(subject_.model.notes, note);
    if (functions[i] == nullptr || said == subject_.model.notes.end() ||
        synchronises(sema, record, *functions[i]) != Synchronises::Yes)
      continue;
    operation.notIn = 0;
    subject_.model.notes.erase(said);
  }
}

// The sources are parsed after the header, as if they were one file.
void SubjectReader::summariseWithBodies() {
  std::vector<std::string> bodies = request_.sources;
  bodies.insert(bodies.end(), request_.bodies.begin(), request_.bodies.end());
  if (bodies.empty())
    return;
  bool isDone = false;
  spelling_ = subject_.model.name; // with its namespace
  parse(unit(bodies),
        Bodies::OfTheUser,
        [&](clang::ASTContext& context, clang::Sema& sema, const ParseOutcome& soFar) {
          if (soFar.otherErrors || !soFar.ownErrors.empty())
            return;
          Search search = findClass(context, sema, spelling_, "");
          const auto* found = std::get_if<FoundClass>(&search);
          if (found == nullptr)
            return;
          std::map<std::string, const clang::FunctionDecl*> byName;
          for (const clang::FunctionDecl* function :
               readOperations(*found->record, found->spelling).functions)
            byName.emplace(uniqueName(*function), function);
          std::vector<const clang::FunctionDecl*> functions;
          functions.reserve(functions_.size());
          for (const std::string& name : functions_)
            functions.push_back(byName.contains(name) ? byName[name] : nullptr);
          subject_.summary =
              summarise(sema, *found->record, subject_.model.name, subject_.operations, functions);
          trustCopying(sema, *found->record, functions);
          isDone = true;
        });
  if (!isDone)
    subject_.summary.notes.push_back({.id = MessageId::SourcesUnreadable});
}

} // namespace

std::string includesOf(const SubjectRequest& request) {
  const auto line = [&](const std::string& header) {
    if (header.starts_with("<"))
      return "#include " + header + "\n";
    return "#include \"" + normalisePath(joinPath(request.directory, header)) + "\"\n";
  };
  std::string text = "#define HEDDLE_HARNESS 1\n" + line(request.header);
  if (!request.values.empty())
    text += line(request.values);
  return text;
}

SubjectReading readSubject(const SubjectRequest& request) {
  return SubjectReader(request).run();
}

} // namespace heddle::frontend
