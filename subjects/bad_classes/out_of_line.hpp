// SPDX-License-Identifier: Apache-2.0
// Methods without bodies, and no source file that has them.
#pragma once

class Remote {
public:
  Remote();
  int ask(int question);
};
