// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of SharedPool, V2 in Table 3 of the PCR paper.
// Prefix: a pool that is in the list twice. Suffixes: setDataSourceName() | close().
#ifdef FIXED
#include "shared_pool_fixed.hpp"
#else
#include "shared_pool.hpp"
#endif

#include <thread>

int main() {
  pool::SharedPool pool;
  pool.setMaxActive(4);
  pool.setDataSourceName("accounts");
  pool.setDataSourceName("orders");
  std::thread naming([&pool] { pool.setDataSourceName("stock"); }); // BUG
  std::thread closing([&pool] { pool.close(); });                   // BUG
  naming.join();
  closing.join();
}
