// SPDX-License-Identifier: Apache-2.0
// What things are called: variables and locks by the name in the user's source, never by address.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "explain/explain.h"
#include "explain/places.h"
#include "explain/source_files.h"
#include "model/trace.h"

namespace heddle::explain {

class Names {
public:
  Names(const model::Trace& trace,
        const Places& places,
        Symbolizer& symbolizer,
        SourceFiles& sources);

  // The variable of trace.events[index], as written at that place when known.
  model::Object variable(std::size_t index) const;
  // One object for a location, the same in the whole report, named like the global, else as written where it is first
  // used. Different locations can be distinguished.
  const model::Object& location(std::uint32_t index) const;

  model::Value pointee(std::uint64_t index) const;
  // The operation that says best what kind of lock it is: a mutex is not told from a reader-writer lock
  // by Lock alone.
  model::EventKind lockOperation(std::uint32_t location) const;

private:
  void nameGlobals(Symbolizer& symbolizer);
  void nameByFirstUse(SourceFiles& sources);
  void noteAliases();
  void makeDistinct();
  std::string written(std::size_t index, SourceFiles& sources) const;

  const model::Trace& trace_;
  const Places& places_;
  std::vector<std::string> globalNames_; // parallel to trace_.locations, "" for other memory
  std::set<std::uint32_t> sharedLocks_;
  std::vector<std::string> eventNames_; // parallel to trace_.events
  std::vector<model::Object> objects_;  // parallel to trace_.locations
  model::Object none_;
};

} // namespace heddle::explain
