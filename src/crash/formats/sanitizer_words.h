// SPDX-License-Identifier: Apache-2.0
// What the headlines and section titles of the sanitizers mean.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/crash_stack.h"

namespace heddle::crash {

struct Headline {
  model::CrashFormat format = model::CrashFormat::AddressSanitizer;
  model::FindingKind kind = model::FindingKind::None;
  std::string message;
  std::string thread;      // "" when the headline does not say
  model::CrashFrame place; // of a `runtime error:`; empty otherwise
};

// `==1==ERROR: AddressSanitizer: heap-use-after-free on ...`, `WARNING: ThreadSanitizer: data race`,
// `x.cpp:3:4: runtime error: ...`; nothing for other lines, SUMMARY among them.
std::optional<Headline> readHeadline(std::string_view line);

struct SectionTitle {
  model::StackRole role = model::StackRole::OtherThread;
  std::string thread;
  bool isDescription = false; // what follows looks like a stack, but describes a variable
};
// `freed by thread T2 here:`; nothing for lines that do not introduce a stack.
std::optional<SectionTitle> readSectionTitle(std::string_view line, model::FindingKind kind);

} // namespace heddle::crash
