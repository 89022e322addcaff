// SPDX-License-Identifier: Apache-2.0
// Recipes for pointers. The object that a raw pointer points to is newly allocated and never freed, because the class
// may keep the pointer until the end. Where the class under test is wanted, the peer and the object itself are
// passed.
#pragma once

#include <heddle/detail/pool.hpp>
#include <iosfwd>
#include <memory>
#include <sstream>

namespace heddle::harness {

template <>
struct StandIn<std::ostream> {
  using type = std::ostringstream;
  static constexpr std::string_view text = "std::ostringstream";
};
template <>
struct StandIn<std::istream> {
  using type = std::istringstream;
  static constexpr std::string_view text = "std::istringstream";
};
template <>
struct StandIn<std::iostream> {
  using type = std::stringstream;
  static constexpr std::string_view text = "std::stringstream";
};

// `new T(value)`; a value that begins with the name of its type is not copied again.
template <typename T, int Depth>
HEDDLE_UNHOOKED void writeNew(unsigned choice, Writer& writer) {
  char nameSpace[256];
  char valueSpace[1024];
  char setUpSpace[8];
  TextBuffer name(nameSpace, sizeof nameSpace);
  TextBuffer value(valueSpace, sizeof valueSpace);
  TextBuffer setUp(setUpSpace, sizeof setUpSpace);
  putType<T>(name);
  Writer inner{setUp, value, writer.receiver};
  writePart<T, Depth>(choice, inner);
  writer.out.put("new ");
  if (value.text().substr(0, name.length()) == name.text() && value.text().size() > name.length() &&
      (value.text()[name.length()] == '{' || value.text()[name.length()] == '('))
    return writer.out.put(value.text());
  writer.out.put(name.text());
  writer.out.put('(');
  writer.out.put(value.text());
  writer.out.put(')');
}

// Fresh objects a pointer or smart pointer may own: `kinds` of them.
template <typename T, int Depth>
struct Fresh {
  static constexpr unsigned kinds = [] {
    if constexpr (hasStandIn<T>)
      return 1u;
    else if constexpr (Depth <= 0 || !Complete<T>)
      return 0u;
    else if constexpr (std::is_abstract_v<T>)
      return 0u;
    else if constexpr (SubjectLike<T>)
      return std::is_default_constructible_v<T> ? 1u : 0u;
    else
      return countWholes(2, Recipes<T, Depth - 1>::count);
  }();

  HEDDLE_UNHOOKED static T* make(unsigned choice, Scene& scene) {
    if constexpr (hasStandIn<T>)
      return new typename StandIn<T>::type;
    else if constexpr (SubjectLike<T>)
      return new T;
    else
      return new T(makePart<T, Depth - 1>(choice, scene));
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    if constexpr (hasStandIn<T>) {
      writer.out.put("new ");
      writer.out.put(StandIn<T>::text);
    } else if constexpr (SubjectLike<T>) {
      writer.out.put("new ");
      putType<T>(writer.out);
    } else {
      writeNew<T, Depth - 1>(choice, writer);
    }
  }
};

// Fresh, null, fresh. If there is no fresh one, only null.
template <typename Whole, typename T, int Depth>
struct FreshOrNull {
  using Target = Fresh<T, Depth>;
  static constexpr unsigned count = 1 + Target::kinds;
  static constexpr bool isNull(unsigned choice) { return Target::kinds == 0 || choice == 1; }
  HEDDLE_UNHOOKED static Whole make(unsigned choice, Scene& scene) {
    if constexpr (Target::kinds > 0)
      if (!isNull(choice))
        return Whole(Target::make(choice / 2, scene));
    return Whole(nullptr);
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    if (isNull(choice))
      return writer.out.put("nullptr");
    if constexpr (std::is_pointer_v<Whole>)
      Target::write(choice / 2, writer);
    else
      writeOwner(choice / 2, writer);
  }

private:
  // `std::make_shared<T>(value)`.
  HEDDLE_UNHOOKED static void writeOwner(unsigned choice, Writer& writer) {
    constexpr bool isShared = std::is_copy_constructible_v<Whole>;
    if constexpr (hasStandIn<T>) {
      writer.out.put(isShared ? "std::make_shared<" : "std::make_unique<");
      writer.out.put(StandIn<T>::text);
      writer.out.put(">()");
    } else if constexpr (std::is_class_v<T> && !std::is_move_constructible_v<T>) {
      putType<Whole>(writer.out);
      writer.out.put('(');
      Target::write(choice, writer);
      writer.out.put(')');
    } else {
      writer.out.put(isShared ? "std::make_shared<" : "std::make_unique<");
      putType<T>(writer.out);
      writer.out.put(">(");
      if constexpr (!SubjectLike<T> && Target::kinds > 0)
        writePart<T, Depth - 1>(choice, writer);
      writer.out.put(')');
    }
  }
};

// The peer, the object itself, null.
template <typename T>
struct SubjectPointerPool {
  static constexpr unsigned count = 3;
  static constexpr abi::ValueTrait trait(unsigned choice) {
    return choice == 1 ? abi::ValueTrait::TheObject : abi::ValueTrait::Plain;
  }
  HEDDLE_UNHOOKED static T* make(unsigned choice, Scene& scene) {
    if (choice == 2)
      return nullptr;
    return static_cast<typename Given<T>::Subject*>(choice == 0 ? scene.peer() : scene.self());
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    if (choice == 2)
      return writer.out.put("nullptr");
    writer.out.put('&');
    choice == 0 ? writer.peer() : writer.self();
  }
};

// Memory of unknown type.
template <typename T>
struct BufferPool {
  static constexpr unsigned count = 2;
  HEDDLE_UNHOOKED static T* make(unsigned choice, Scene&) {
    return choice == 0 ? new char[64]() : nullptr;
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    writer.out.put(choice == 0 ? "new char[64]()" : "nullptr");
  }
};

template <typename T, int Depth>
  requires(!std::is_function_v<T> && !std::is_same_v<T, const char>)
struct Pool<T*, Depth> {
private:
  using Target = std::remove_cv_t<T>;
  static constexpr auto choose() {
    if constexpr (std::is_void_v<Target> || std::is_same_v<Target, char>)
      return std::type_identity<BufferPool<T>>();
    else if constexpr (SubjectLike<Target>)
      return std::type_identity<SubjectPointerPool<T>>();
    else
      return std::type_identity<FreshOrNull<T*, Target, Depth>>();
  }
  using Chosen = typename decltype(choose())::type;

public:
  static constexpr unsigned count = Chosen::count;
  static constexpr abi::ValueTrait trait(unsigned choice) {
    if constexpr (requires { Chosen::trait(choice); })
      return Chosen::trait(choice);
    return abi::ValueTrait::Plain;
  }
  HEDDLE_UNHOOKED static T* make(unsigned choice, Scene& scene) {
    return Chosen::make(choice, scene);
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    Chosen::write(choice, writer);
  }
};

template <typename T, int Depth>
struct Pool<std::unique_ptr<T>, Depth>
    : FreshOrNull<std::unique_ptr<T>, std::remove_cv_t<T>, Depth> {};

template <typename T, int Depth>
  requires(!SubjectLike<std::remove_cv_t<T>>)
struct Pool<std::shared_ptr<T>, Depth>
    : FreshOrNull<std::shared_ptr<T>, std::remove_cv_t<T>, Depth> {};

// Shares the peer or the object without owning it.
template <typename T, int Depth>
  requires SubjectLike<std::remove_cv_t<T>>
struct Pool<std::shared_ptr<T>, Depth> {
  using Target = SubjectPointerPool<std::remove_cv_t<T>>;
  static constexpr unsigned count = Target::count;
  static constexpr abi::ValueTrait trait(unsigned choice) { return Target::trait(choice); }
  HEDDLE_UNHOOKED static std::shared_ptr<T> make(unsigned choice, Scene& scene) {
    return std::shared_ptr<T>(std::shared_ptr<void>(), Target::make(choice, scene));
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    if (choice == 2)
      return writer.out.put("nullptr");
    putType<std::shared_ptr<T>>(writer.out);
    writer.out.put("(std::shared_ptr<void>(), ");
    Target::write(choice, writer);
    writer.out.put(')');
  }
};

// Points to an object that lives forever, and to nothing.
template <typename T, int Depth>
struct Pool<std::weak_ptr<T>, Depth> {
  using Target = Recipes<std::shared_ptr<T>, Depth>;
  static constexpr unsigned count = Target::count > 1 ? 2 : 1;
  HEDDLE_UNHOOKED static std::weak_ptr<T> make(unsigned choice, Scene& scene) {
    if (choice + 1 == count)
      return {};
    return *new std::shared_ptr<T>(Target::make(0, scene));
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    putType<std::weak_ptr<T>>(writer.out);
    if (choice + 1 == count)
      return writer.out.put("{}");
    writer.out.put("(*new ");
    putType<std::shared_ptr<T>>(writer.out);
    writer.out.put('(');
    Target::write(0, writer);
    writer.out.put("))");
  }
};

} // namespace heddle::harness
