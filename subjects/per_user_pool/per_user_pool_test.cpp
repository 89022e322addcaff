// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of PerUserPool, V1 in Table 3 of the PCR paper.
// Prefix: a pool with two keys. Suffixes: setDataSourceName() | close().
#ifdef FIXED
#include "per_user_pool_fixed.hpp"
#else
#include "per_user_pool.hpp"
#endif

#include <thread>

int main() {
  pool::PerUserPool pool;
  pool.setDataSourceName("accounts");
  pool.setDataSourceName("orders");
  std::thread naming([&pool] { pool.setDataSourceName("stock"); }); // BUG
  std::thread closing([&pool] { pool.close(); });                   // BUG
  naming.join();
  closing.join();
}
