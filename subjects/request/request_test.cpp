// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of Request, V4 in Table 3 of the PCR paper.
// Prefix: a request with properties, a parameter and an attribute. Suffixes: attribute() | recycle().
#ifdef FIXED
#include "request_fixed.hpp"
#else
#include "request.hpp"
#endif

#include <thread>

int main() {
  connector::Request request;
  request.setMethod("POST");
  request.setServerPort(8080);
  request.addParameter("page", "1");
  request.setAttribute("user", "anna");
  std::thread asking([&request] { request.attribute("user"); }); // BUG
  std::thread recycling([&request] { request.recycle(); });
  asking.join();
  recycling.join();
}
