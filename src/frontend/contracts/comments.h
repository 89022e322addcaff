// SPDX-License-Identifier: Apache-2.0
// What the comments of a class say about who may call its methods: "not thread-safe", "only from one thread", "the caller must
// hold the lock", "single producer". A sentence counts only if it is about the method itself: those about iterators, callbacks
// or other classes do not, nor do those that speak of a fault.
#pragma once

#include <clang/AST/DeclCXX.h>

#include <optional>
#include <string>
#include <vector>

#include "frontend/contracts/contract.h"
#include "frontend/operation_reader.h"

namespace heddle::frontend {

// What one comment says.
struct Remark {
  ContractKind kind = ContractKind::Alone;
  std::string sentence;           // as written, on one line
  std::string side;               // OneThread: "producer", "consumer" or ""
  std::vector<std::string> other; // NotTogether: words that may name methods
};

// `text` is without the signs of a comment.
std::optional<Remark> remarkOf(const std::string& text);

// The sides of a queue that the comment of a class restricts to one thread.
std::vector<Remark> sidesOf(const std::string& text);

std::vector<Contract> contractsInComments(const clang::CXXRecordDecl& record,
                                          const Operations& operations);

} // namespace heddle::frontend
