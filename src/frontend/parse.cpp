// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Sema/Scope.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace heddle::frontend {
namespace {

// Sorts errors: those of our own file are kept, the user's are printed as the compiler does. Notes and the places of
// instantiation that follow an error belong to it.
class ErrorSorter final : public clang::DiagnosticConsumer {
public:
  ErrorSorter(ParseOutcome& outcome, const Unit& unit, bool countCauses, bool colours)
      : outcome_(outcome), ownLine_(unit.ownLine), isQuiet_(unit.isQuiet),
        countCauses_(countCauses), options_(llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>()),
        printer_(llvm::errs(), options_.get()) {
    options_->ShowColors = colours;
  }

  void BeginSourceFile(const clang::LangOptions& language,
                       const clang::Preprocessor* preprocessor) override {
    printer_.BeginSourceFile(language, preprocessor);
  }
  void EndSourceFile() override { printer_.EndSourceFile(); }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    if (level == clang::DiagnosticsEngine::Note)
      return addNote(level, diagnostic);
    if (level < clang::DiagnosticsEngine::Error) {
      current_ = Current::Warning;
      return;
    }
    const std::vector<unsigned> lines = linesOf(diagnostic.getLocation(), diagnostic);
    if (!countCauses_ && (lines.empty() || lines.front() < ownLine_)) {
      current_ = Current::Printed;
      outcome_.otherErrors = true;
      if (!isQuiet_)
        printer_.HandleDiagnostic(level, diagnostic);
      return;
    }
    current_ = Current::Own;
    llvm::SmallString<256> message;
    diagnostic.FormatDiagnostic(message);
    outcome_.ownErrors.push_back({.message = message.str().str(), .lines = lines});
  }

private:
  enum class Current : std::uint8_t { Warning, Own, Printed };

  void addNote(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) {
    if (current_ == Current::Printed && !isQuiet_)
      printer_.HandleDiagnostic(level, diagnostic);
    if (current_ != Current::Own)
      return;
    for (unsigned line : linesOf(diagnostic.getLocation(), diagnostic))
      outcome_.ownErrors.back().lines.push_back(line);
  }

  static std::vector<unsigned> linesOf(clang::SourceLocation location,
                                       const clang::Diagnostic& diagnostic) {
    if (location.isInvalid() || !diagnostic.hasSourceManager())
      return {};
    clang::SourceManager& sources = diagnostic.getSourceManager();
    clang::SourceLocation place = sources.getExpansionLoc(location);
    if (sources.getFileID(place) != sources.getMainFileID())
      return {};
    return {sources.getExpansionLineNumber(place)};
  }

  ParseOutcome& outcome_;
  unsigned ownLine_;
  bool isQuiet_;
  bool countCauses_;
  Current current_ = Current::Warning;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options_;
  clang::TextDiagnosticPrinter printer_;
};

class TreeConsumer final : public clang::SemaConsumer {
public:
  TreeConsumer(const Visit& visit, const ParseOutcome& outcome, const clang::SourceManager& sources)
      : visit_(visit), outcome_(outcome), sources_(sources) {}

  void InitializeSema(clang::Sema& sema) override { sema_ = &sema; }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    // Bodies are instantiated after the end of the unit. Clang then looks up its own functions in a scope that is gone.
    clang::Scope scope(nullptr, clang::Scope::DeclScope, sema_->getDiagnostics());
    scope.setEntity(context.getTranslationUnitDecl());
    clang::Scope* const before = std::exchange(sema_->TUScope, &scope);
    visit_(context, *sema_, outcome_);
    sema_->TUScope = before;
  }
  bool shouldSkipFunctionBody(clang::Decl* decl) override {
    return sources_.isInSystemHeader(decl->getLocation());
  }

private:
  const Visit& visit_;
  const ParseOutcome& outcome_;
  const clang::SourceManager& sources_;
  clang::Sema* sema_ = nullptr;
};

class TreeAction final : public clang::ASTFrontendAction {
public:
  TreeAction(Bodies bodies, const Visit& visit, const ParseOutcome& outcome)
      : bodies_(bodies), visit_(visit), outcome_(outcome) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef /*file*/) override {
    compiler.getFrontendOpts().SkipFunctionBodies = bodies_ == Bodies::OfTheUser;
    // It would count our own errors too.
    compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
    return std::make_unique<TreeConsumer>(visit_, outcome_, compiler.getSourceManager());
  }

  // Comments of library classes count as well. The flag for it would not fit a precompiled header without it.
  void ExecuteAction() override {
    getCompilerInstance().getLangOpts().RetainCommentsFromSystemHeaders = true;
    ASTFrontendAction::ExecuteAction();
  }

private:
  Bodies bodies_;
  const Visit& visit_;
  const ParseOutcome& outcome_;
};

// The real path of the compiler: the driver finds the compiler's own headers relative to it.
std::string compilerPath() {
  llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName("clang++-19");
  if (!found)
    return HEDDLE_CLANG;
  llvm::SmallString<256> real;
  if (llvm::sys::fs::real_path(*found, real))
    return *found;
  return real.str().str() + "++";
}

std::vector<std::string> commandLine(const Unit& unit) {
  std::vector<std::string> command{compilerPath(),
                                   "-fsyntax-only",
                                   "-std=c++20",
                                   "-w",
                                   "-ferror-limit=0",
                                   "-Qunused-arguments",
                                   // Comments say who may call what.
                                   "-fparse-all-comments",
                                   // The verifier follows an error to the operation that causes it.
                                   "-ftemplate-backtrace-limit=0"};
  command.insert(command.end(), unit.flags.begin(), unit.flags.end());
  command.insert(command.end(), {"-x", "c++", unit.file});
  return command;
}

} // namespace

ParseOutcome parse(const Unit& unit, Bodies bodies, const Visit& visit) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(
          llvm::vfs::createPhysicalFileSystem().release()));
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  files->pushOverlay(memory);
  ParseOutcome outcome;
  if (files->setCurrentWorkingDirectory(unit.directory)) {
    llvm::errs() << "cannot enter " << unit.directory << "\n";
    outcome.otherErrors = true;
    return outcome;
  }
  memory->addFile(unit.file, 0, llvm::MemoryBuffer::getMemBuffer(unit.text));
  const bool colours = std::ranges::find(unit.flags, "-fcolor-diagnostics") != unit.flags.end();
  ErrorSorter sorter(outcome, unit, bodies == Bodies::All, colours);
  auto manager = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), files);
  clang::tooling::ToolInvocation invocation(
      commandLine(unit), std::make_unique<TreeAction>(bodies, visit, outcome), manager.get());
  invocation.setDiagnosticConsumer(&sorter);
  if (!invocation.run() && outcome.ownErrors.empty())
    outcome.otherErrors = true;
  return outcome;
}

} // namespace heddle::frontend
