// SPDX-License-Identifier: Apache-2.0
// What subjects of summary tests may use (summary_fixture.cpp).
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <ranges>
#include <set>
#include <shared_mutex>
#include <span>
#include <string>
#include <thread>
#include <tuple>
#include <variant>
#include <vector>
