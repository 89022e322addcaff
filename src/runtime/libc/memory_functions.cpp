// SPDX-License-Identifier: Apache-2.0
// libc functions that read or write memory of the subject: one event per range, then the original. The pass
// redirects the subject's calls here; calls inside libc and libstdc++ are not seen.
#include <cstdlib>
#include <cstring>

#include "runtime/hooks.h"
#include "runtime/memory/allocator.h"
#include "runtime/system/real_calls.h"

using heddle::abi::SiteRecord;
using heddle::runtime::rangeAccess;

namespace {

void reads(const SiteRecord* site, const void* pointer, std::size_t bytes) {
  rangeAccess(site, pointer, bytes, false);
}
void writes(const SiteRecord* site, const void* pointer, std::size_t bytes) {
  rangeAccess(site, pointer, bytes, true);
}

// A string is announced by its first byte before its length is known, so that a bad pointer is a finding and
// not a fault inside strlen.
std::size_t readsString(const SiteRecord* site, const char* text, std::size_t limit = SIZE_MAX) {
  if (limit == 0)
    return 0;
  reads(site, text, 1);
  std::size_t length = strnlen(text, limit);
  if (length > 0)
    reads(site, text, length + (length < limit ? 1 : 0));
  return length;
}

} // namespace

HEDDLE_INTERPOSE void*
heddle_rt_libc_memcpy(const SiteRecord* site, void* to, const void* from, std::size_t bytes) {
  reads(site, from, bytes);
  writes(site, to, bytes);
  return memcpy(to, from, bytes);
}

HEDDLE_INTERPOSE void*
heddle_rt_libc_memmove(const SiteRecord* site, void* to, const void* from, std::size_t bytes) {
  reads(site, from, bytes);
  writes(site, to, bytes);
  return memmove(to, from, bytes);
}

HEDDLE_INTERPOSE void*
heddle_rt_libc_memset(const SiteRecord* site, void* to, int value, std::size_t bytes) {
  writes(site, to, bytes);
  return memset(to, value, bytes);
}

HEDDLE_INTERPOSE int
heddle_rt_libc_memcmp(const SiteRecord* site, const void* a, const void* b, std::size_t bytes) {
  reads(site, a, bytes);
  reads(site, b, bytes);
  return memcmp(a, b, bytes);
}

HEDDLE_INTERPOSE int
heddle_rt_libc_bcmp(const SiteRecord* site, const void* a, const void* b, std::size_t bytes) {
  return heddle_rt_libc_memcmp(site, a, b, bytes);
}

HEDDLE_INTERPOSE void*
heddle_rt_libc_memchr(const SiteRecord* site, void* in, int value, std::size_t bytes) {
  reads(site, in, bytes == 0 ? 0 : 1);
  void* found = memchr(in, value, bytes);
  reads(site,
        in,
        found == nullptr
            ? bytes
            : static_cast<std::size_t>(static_cast<char*>(found) - static_cast<char*>(in)) + 1);
  return found;
}

HEDDLE_INTERPOSE std::size_t heddle_rt_libc_strlen(const SiteRecord* site, const char* text) {
  return readsString(site, text);
}

HEDDLE_INTERPOSE std::size_t
heddle_rt_libc_strnlen(const SiteRecord* site, const char* text, std::size_t limit) {
  return readsString(site, text, limit);
}

HEDDLE_INTERPOSE int heddle_rt_libc_strcmp(const SiteRecord* site, const char* a, const char* b) {
  readsString(site, a);
  readsString(site, b);
  return strcmp(a, b);
}

HEDDLE_INTERPOSE int
heddle_rt_libc_strncmp(const SiteRecord* site, const char* a, const char* b, std::size_t limit) {
  readsString(site, a, limit);
  readsString(site, b, limit);
  return strncmp(a, b, limit);
}

HEDDLE_INTERPOSE char* heddle_rt_libc_strchr(const SiteRecord* site, char* text, int value) {
  readsString(site, text);
  return strchr(text, value);
}

HEDDLE_INTERPOSE char* heddle_rt_libc_strrchr(const SiteRecord* site, char* text, int value) {
  readsString(site, text);
  return strrchr(text, value);
}

HEDDLE_INTERPOSE char* heddle_rt_libc_strstr(const SiteRecord* site, char* text, const char* part) {
  readsString(site, text);
  readsString(site, part);
  return strstr(text, part);
}

HEDDLE_INTERPOSE char* heddle_rt_libc_strcpy(const SiteRecord* site, char* to, const char* from) {
  std::size_t length = readsString(site, from);
  writes(site, to, length + 1);
  // NOLINTNEXTLINE(clang-analyzer-security.insecureAPI.strcpy): the subject's own call
  return strcpy(to, from);
}

HEDDLE_INTERPOSE char*
heddle_rt_libc_strncpy(const SiteRecord* site, char* to, const char* from, std::size_t limit) {
  readsString(site, from, limit);
  writes(site, to, limit);
  return strncpy(to, from, limit);
}

HEDDLE_INTERPOSE char* heddle_rt_libc_strcat(const SiteRecord* site, char* to, const char* from) {
  std::size_t before = readsString(site, to);
  std::size_t length = readsString(site, from);
  writes(site, to + before, length + 1);
  // NOLINTNEXTLINE(clang-analyzer-security.insecureAPI.strcpy): the subject's own call
  return strcat(to, from);
}

HEDDLE_INTERPOSE char*
heddle_rt_libc_strncat(const SiteRecord* site, char* to, const char* from, std::size_t limit) {
  std::size_t before = readsString(site, to);
  std::size_t length = readsString(site, from, limit);
  writes(site, to + before, length + 1);
  return strncat(to, from, limit);
}

HEDDLE_INTERPOSE char* heddle_rt_libc_strdup(const SiteRecord* site, const char* text) {
  std::size_t length = readsString(site, text);
  // Not libc's strdup: its allocation would count as libc's own.
  auto* copy = static_cast<char*>(heddle::runtime::allocateForSubject(length + 1));
  if (copy != nullptr)
    memcpy(copy, text, length + 1);
  return copy;
}
