// SPDX-License-Identifier: Apache-2.0
// A project's compile_commands.json: how each source is compiled, in the form heddle needs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace heddle::build {

struct CompileCommand {
  std::filesystem::path directory; // where the compiler is to run
  std::filesystem::path file;      // absolute, normalised
  std::vector<std::string> flags; // what matters to heddle: no compiler, source, output, -O, -g, -W
};

// `text` is the content of compile_commands.json, `path` its name for messages.
Result<std::vector<CompileCommand>> parseCompileCommands(std::string_view text,
                                                         const std::filesystem::path& path);

// `place` is a build directory or the json file itself.
Result<std::vector<CompileCommand>> loadCompileCommands(const std::filesystem::path& place);

// Null when the project does not compile `file`.
const CompileCommand* findCommand(const std::vector<CompileCommand>& commands,
                                  const std::filesystem::path& file);

// The C++ source whose flags fit a header best: the one with the same name, else one in the nearest folder. Null if
// there is none.
const CompileCommand* nearestCommand(const std::vector<CompileCommand>& commands,
                                     const std::filesystem::path& header);

// Sources that may contain the bodies of `className`'s methods: those named like the header, else those that include it
// and mention the class; none that define main.
std::vector<std::filesystem::path> implementationsOf(const std::vector<CompileCommand>& commands,
                                                     const std::filesystem::path& header,
                                                     const std::string& className);

// Sources that define main, for the message to a user who did not name one.
std::vector<std::string> sourcesWithMain(const std::vector<CompileCommand>& commands);

// Removes flags that cannot be combined with instrumentation (optimisation, sanitizers, position
// independence, LTO, coverage), produce other files, or are known only to GCC. If `dropped` is given,
// those that change what the user requested are added to it.
std::vector<std::string> usableFlags(const std::vector<std::string>& flags,
                                     std::vector<std::string>* dropped = nullptr);

} // namespace heddle::build
