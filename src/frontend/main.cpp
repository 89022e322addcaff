// SPDX-License-Identifier: Apache-2.0
// The front-end process. `heddle check` starts it as a separate process, because parsing C++ needs a library that is
// large to load and may crash on odd code.
//
//   heddle_frontend --header FILE|'<vector>' --class NAME --out DIR
//                   [--source FILE]... [--body FILE]... [--values FILE] [--directory DIR] [--verify]
//                   [--unlinked NUMBER=SYMBOL]... [--no-summaries] [-- FLAG...]
//
// --header     the header (or source) that defines the class; FILE is relative to --directory
// --class      'Queue', 'app::Queue<int>', 'Outer::Inner'; namespaces may be left out if the rest is unambiguous
// --source     contains bodies of its methods: searched for constants that they compare with, read for the summaries
// --body       may contain bodies of functions that the header only declares, for the summaries
// --values     a header with the macros of <heddle/heddle.hpp>
// --directory  where relative paths start; default: the current directory
// --verify     also compile the harness, and mark what does not compile as unsupported
// --unlinked   the number of an operation that does not link, and the symbol that it lacks
// --no-summaries  do not analyse the methods
// FLAG...      compiler flags; a precompiled <heddle/detail/prelude.hpp> may be among them (-include-pch)
//
// Writes DIR/harness.cpp, to be compiled as C++20 with the same flags; DIR/class.heddle
// (model::ClassModel), whose operations are in the order of the harness's table; and DIR/summaries.heddle
// (model::ClassSummary).
//
// Exit status: 0 success; 1 the header does not compile, the compiler's diagnostics are on standard error;
// 2 the class cannot be used: two messages (model::Message) on standard error, the reason and a hint; 3 bad arguments or a file that cannot
// be written: one line on standard error.
#include <cstdio>
#include <filesystem>
#include <string>
#include <unistd.h>

#include "frontend/harness_writer.h"
#include "frontend/options.h"
#include "frontend/subject_reader.h"
#include "frontend/verifier.h"
#include "support/files.h"

namespace heddle::frontend {
namespace {

constexpr int kFine = 0;
constexpr int kDoesNotCompile = 1;
constexpr int kUnusableClass = 2;
constexpr int kFailure = 3;

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return kFailure;
}

int refuse(const Refusal& refusal) {
  std::fprintf(stderr,
               "%s\n%s\n",
               model::toText(refusal.reason).c_str(),
               model::toText(refusal.hint).c_str());
  return kUnusableClass;
}

// <prefix>/lib/heddle/heddle_frontend -> <prefix>/include, ...
std::string partOfInstallation(const std::string& folder) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return (self.parent_path() / "../.." / folder).lexically_normal().string();
}

Result<void>
writeFiles(const SubjectRequest& request, SubjectDescription& subject, const std::string& out) {
  if (Result<void> made = makeDirectories(out); !made)
    return made;
  const HarnessText harness = writeHarness(subject, includesOf(request));
  for (const OperationDescription& operation : subject.operations)
    subject.model.operations.push_back(operation.model);
  if (Result<void> written = writeFileAtomically(joinPath(out, "harness.cpp"), harness.text);
      !written)
    return written;
  if (request.summaries)
    if (Result<void> written =
            writeFileAtomically(joinPath(out, "summaries.heddle"), model::toText(subject.summary));
        !written)
      return written;
  return writeFileAtomically(joinPath(out, "class.heddle"), model::toText(subject.model));
}

int run(const std::vector<std::string>& arguments) {
  Result<Options> options = parseOptions(arguments);
  if (!options)
    return fail(options.error());
  SubjectRequest& request = options->request;
  request.directory = std::filesystem::absolute(request.directory).lexically_normal().string();
  request.flags.insert(request.flags.begin(), {"-isystem", partOfInstallation("include")});
  Result<std::vector<Role>> roles = readRoles(partOfInstallation("share/heddle/roles"));
  if (!roles)
    return fail(roles.error());
  request.roles = std::move(*roles);
  SubjectReading reading = readSubject(request);
  if (std::holds_alternative<DoesNotCompile>(reading))
    return kDoesNotCompile;
  if (const auto* refusal = std::get_if<Refusal>(&reading))
    return refuse(*refusal);
  auto& subject = std::get<SubjectDescription>(reading);
  for (const Options::Unlinked& each : options->unlinked)
    if (each.operation < subject.operations.size())
      subject.operations[each.operation].model.unsupported = {.id = model::MessageId::NotDefined,
                                                              .arguments = {each.symbol}};
  if (options->verify)
    if (Result<void> verified = dropWhatDoesNotCompile(request, subject); !verified)
      return refuse({.reason = {.id = model::MessageId::HarnessDoesNotCompile,
                                .arguments = {verified.error().message}},
                     .hint = {.id = model::MessageId::IgnoreMethod}});
  if (Result<void> written = writeFiles(request, subject, options->out); !written)
    return fail(written.error());
  return kFine;
}

} // namespace
} // namespace heddle::frontend

int main(int argc, char** argv) {
  return heddle::frontend::run({argv + 1, argv + argc});
}
