// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle {

// From here on SIGINT and SIGTERM do not end the process but are recorded. A second one does end
// it, in case we hang.
void rememberInterrupts();
bool interrupted();

} // namespace heddle
