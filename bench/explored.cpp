// SPDX-License-Identifier: Apache-2.0
// The body once: what heddle explores.
#include BODY

int main() {
  body();
}
