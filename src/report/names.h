// SPDX-License-Identifier: Apache-2.0
// What things are called: variables and locks by the name in the user's source, never by address.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/trace.h"
#include "report/places.h"
#include "report/report.h"
#include "report/source_files.h"

namespace heddle::report {

class Names {
public:
  Names(const model::Trace& trace,
        const Places& places,
        Symbolizer& symbolizer,
        SourceFiles& sources);

  // The variable of trace.events[index], as written at that place when known.
  std::string variable(std::size_t index) const;
  // One name for a location, the same in the whole report: that of the global, else as written where it
  // is first used, else "heap#3+8". Different locations have different names.
  const std::string& location(std::uint32_t index) const;

  // What a pointer points to: `null`, the name of a global, `heap#3`.
  std::string pointee(std::uint64_t index) const;
  // The operation that says best what kind of lock it is: a mutex is not told from a reader-writer lock
  // by Lock alone.
  model::EventKind lockOperation(std::uint32_t location) const;

private:
  void nameGlobals(Symbolizer& symbolizer);
  void nameByFirstUse(SourceFiles& sources);
  void noteAliases();
  void makeDistinct();
  std::string detail(std::size_t location) const;
  std::string written(std::size_t index, SourceFiles& sources) const;

  const model::Trace& trace_;
  const Places& places_;
  std::vector<std::string> globalNames_; // parallel to trace_.locations, "" for other memory
  std::set<std::uint32_t> sharedLocks_;
  std::vector<std::string> eventNames_;    // parallel to trace_.events
  std::vector<std::string> locationNames_; // parallel to trace_.locations
  // Also parallel: a pointer or reference of the user's that was seen to hold this location's address.
  std::vector<std::string> aliases_;
  std::string none_;
};

// "mutex `m`", "condition variable `cv`", ...: what an operation works on.
std::string objectPhrase(model::EventKind operation, const std::string& name);

// "T2"
std::string threadName(unsigned thread);

} // namespace heddle::report
