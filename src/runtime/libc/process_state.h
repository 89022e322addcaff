// SPDX-License-Identifier: Apache-2.0
// The part of the process that memory snapshots do not cover: standard streams, open files, arguments.
#pragma once

#include <cstddef>

namespace heddle::runtime {

// Redirects the standard streams into memory. Once, before the base state is kept.
void initialiseProcessState();

// Before each execution: resets output and input, closes files of the last execution, makes a new copy of the
// arguments.
void resetProcessState();

void setArguments(int count, char** arguments, char** environment);
int argumentCount();
char** argumentVector();
char** environmentVector();

// Appends to the captured output.
void captureOutput(const char* text, std::size_t bytes);

// Reads from the rest of standard input; fails as unsupported if no input was given.
std::size_t readStandardInput(char* buffer, std::size_t bytes);

// A descriptor opened by the subject: closed again when the execution ends. False: too many.
void noteOpened(int descriptor);
void noteClosed(int descriptor);

} // namespace heddle::runtime
