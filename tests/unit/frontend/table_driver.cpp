// SPDX-License-Identifier: Apache-2.0
// Replaces the engine's interpreter when a generated harness is linked alone:
//   print            one line for each operation: name, kind, what is unsupported
//   source           a function with the source of every call with every recipe, as in emitted tests
//   run OP CHOICES.. makes object and peer with operation 0, calls OP with these choices, prints how it ended;
//                    `then OP CHOICES..` continues with another call
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <heddle/detail/calls.h>
#include <string>

using heddle::abi::Call;
using heddle::abi::CallResult;
using heddle::abi::ClassTable;
using heddle::abi::Operation;
using heddle::abi::OperationKind;

extern "C" bool heddle_rt_call_took_lock() {
  return true;
}
extern "C" bool heddle_rt_call_holds_lock() {
  return false;
}
extern "C" void heddle_keep(unsigned /*lane*/, heddle::abi::Kept* /*kept*/) {}

namespace {

const char* const kKinds[] = {"constructor", "factory", "method", "static"};
const char* const kEndings[] = {"running", "returned", "threw", "refused"};

bool makesObject(const Operation& operation) {
  return operation.kind == OperationKind::Constructor || operation.kind == OperationKind::Factory;
}

void print(const ClassTable& table) {
  std::printf("%s %u\n", table.className, table.invariantCount);
  for (unsigned i = 0; i < table.operationCount; ++i) {
    const Operation& operation = table.operations[i];
    std::printf("%u %s %s%s",
                i,
                kKinds[static_cast<int>(operation.kind)],
                operation.signature,
                operation.isConst ? " const" : "");
    if (operation.unsupported != nullptr)
      std::printf(" UNSUPPORTED %s", operation.unsupported);
    for (unsigned j = 0; operation.run != nullptr && j < operation.parameterCount; ++j)
      std::printf(" %u", operation.choiceCounts[j]);
    std::printf("\n");
  }
}

std::string sourceOf(const Operation& operation, const Call& call, unsigned number) {
  char space[4096];
  const unsigned length = operation.write(call, space, sizeof space);
  std::string text(space, length);
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t end = text.find(']', i);
    if (text[i] == '$' && text[i + 1] == '[') {
      // The result of an earlier call: here there is none.
      const std::size_t sign = text[end + 1] == '=' ? 1 : text.substr(end + 1, 2) == ":=" ? 2 : 0;
      if (text.substr(end + 1) == ".reset()")
        return "";
      if (sign == 0)
        result += "std::type_identity_t<" + text.substr(i + 2, end - i - 2) + ">{}";
      i = end + sign;
    } else if (text[i] == '$' && text[i + 1] == '^')
      ++i;
    else if (text[i] == '$' && text[i + 1] == 'n')
      result += std::to_string(number), ++i;
    else if (text[i] == '$')
      result += text[++i] == '0' ? "object" : "other";
    else
      result += text[i];
  }
  return result + ";";
}

// Every recipe of every parameter once, the other parameters at their first.
void source(const ClassTable& table) {
  unsigned number = 0;
  for (unsigned i = 0; i < table.operationCount; ++i) {
    const Operation& operation = table.operations[i];
    if (operation.run == nullptr)
      continue;
    for (unsigned j = 0; j == 0 || j < operation.parameterCount; ++j)
      for (unsigned k = j == 0 ? 0 : 1; k == 0 || k < operation.choiceCounts[j]; ++k) {
        if (operation.parameterCount == 0 && k > 0)
          break;
        Call call{};
        call.operation = static_cast<std::uint16_t>(i);
        call.choiceCount = operation.parameterCount;
        call.choices[j] = static_cast<std::uint16_t>(k);
        call.receiver = makesObject(operation) ? 1 : 0;
        ++number;
        std::printf("void test%u(Subject& object%s) {\n%s\n}\n",
                    number,
                    makesObject(operation) ? "" : ", Subject& other",
                    sourceOf(operation, call, number).c_str());
      }
  }
}

void run(const ClassTable& table, int count, char** words) {
  void* objects[heddle::abi::kMaxObjects] = {};
  for (unsigned i = 0; i < heddle::abi::kMaxObjects; ++i) {
    Call call{};
    CallResult result{};
    call.receiver = static_cast<std::uint8_t>(i);
    table.operations[0].run(objects, heddle::abi::kPrefixLane, call, result);
  }
  for (int i = 0; i < count; ++i) {
    Call call{};
    CallResult result{};
    call.operation = static_cast<std::uint16_t>(std::atoi(words[i]));
    for (++i; i < count && std::strcmp(words[i], "then") != 0; ++i)
      call.choices[call.choiceCount++] = static_cast<std::uint16_t>(std::atoi(words[i]));
    table.operations[call.operation].run(objects, heddle::abi::kPrefixLane, call, result);
    std::printf("%s %d %s %s\n",
                kEndings[static_cast<int>(result.ending)],
                result.comparable ? 1 : 0,
                result.exceptionType != nullptr ? result.exceptionType : "-",
                result.text);
  }
  for (void* object : objects)
    if (object != nullptr)
      table.destroy(object);
}

} // namespace

extern "C" int heddle_interpret_calls(const ClassTable& table) {
  // The generated main has no arguments to pass on.
  static char line[4096];
  std::FILE* file = std::fopen("/proc/self/cmdline", "r");
  const std::size_t length = std::fread(line, 1, sizeof line - 1, file);
  std::fclose(file);
  char* words[16] = {};
  int count = 0;
  for (char* word = line; word < line + length && count < 16; word += std::strlen(word) + 1)
    words[count++] = word;
  if (count < 2 || std::strcmp(words[1], "print") == 0)
    print(table);
  else if (std::strcmp(words[1], "source") == 0)
    source(table);
  else
    run(table, count - 2, words + 2);
  return 0;
}
