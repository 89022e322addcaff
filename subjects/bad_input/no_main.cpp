// SPDX-License-Identifier: Apache-2.0
// A library, not a program.
int answer() {
  return 42;
}
