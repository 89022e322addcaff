// SPDX-License-Identifier: Apache-2.0
// Virtual calls, dynamic_cast, typeid, virtual inheritance, member pointers, across threads.
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#include <typeinfo>
#include <vector>

namespace {

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};
struct Named {
  virtual ~Named() = default;
  const char* name = "named";
};
struct Square : virtual Shape, Named {
  explicit Square(int side) : side_(side) {}
  int area() const override { return side_ * side_; }
  int side_;
};
struct Strip : Square {
  Strip(int side, int count) : Square(side), count_(count) {}
  int area() const override { return Square::area() * count_; }
  int count_;
};

} // namespace

int main() {
  std::mutex mutex;
  std::vector<std::unique_ptr<Shape>> shapes;
  auto add = [&](std::unique_ptr<Shape> shape) {
    std::lock_guard lock(mutex);
    shapes.push_back(std::move(shape));
  };
  std::thread a([&] { add(std::make_unique<Square>(2)); });
  std::thread b([&] { add(std::make_unique<Strip>(2, 3)); });
  a.join();
  b.join();
  int total = 0;
  std::thread c([&] {
    int (Shape::*method)() const = &Shape::area;
    for (const auto& shape : shapes)
      total += (shape.get()->*method)();
  });
  c.join();
  assert(total == 16);
  for (const auto& shape : shapes) {
    const Shape& base = *shape;
    const auto* named = dynamic_cast<const Named*>(shape.get());
    assert(named != nullptr && named->name[0] == 'n');
    const bool isStrip = typeid(base) == typeid(Strip);
    assert((dynamic_cast<Strip*>(shape.get()) != nullptr) == isStrip);
  }
}
