// SPDX-License-Identifier: Apache-2.0
// The bounds of the subject's site records and summary graphs: only code linked into the subject can name the bounds of its
// section. There is always at least one record, because tree.cpp has some.
#include "runtime/abi/graph.h"
#include "runtime/abi/site.h"

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): names of symbols
extern "C" {

// Made by the linker for every section whose name is an identifier.
extern const heddle::abi::SiteRecord __start_heddle_sites[] __attribute__((visibility("hidden")));
extern const heddle::abi::SiteRecord __stop_heddle_sites[] __attribute__((visibility("hidden")));

extern const heddle::abi::GraphRecord __start_heddle_graphs[] __attribute__((visibility("hidden")));
extern const heddle::abi::GraphRecord __stop_heddle_graphs[] __attribute__((visibility("hidden")));

extern const heddle::abi::SiteRecord* const heddle_subject_sites_begin;
extern const heddle::abi::SiteRecord* const heddle_subject_sites_end;
extern const heddle::abi::GraphRecord* const heddle_subject_graphs_begin;
extern const heddle::abi::GraphRecord* const heddle_subject_graphs_end;
extern const unsigned heddle_subject_abi_version;

const heddle::abi::SiteRecord* const heddle_subject_sites_begin = __start_heddle_sites;
const heddle::abi::SiteRecord* const heddle_subject_sites_end = __stop_heddle_sites;
const heddle::abi::GraphRecord* const heddle_subject_graphs_begin = __start_heddle_graphs;
const heddle::abi::GraphRecord* const heddle_subject_graphs_end = __stop_heddle_graphs;
const unsigned heddle_subject_abi_version = heddle::abi::kAbiVersion;

} // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
