// SPDX-License-Identifier: Apache-2.0
#include "frontend/contracts/comments.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RawCommentList.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <regex>
#include <string_view>

namespace heddle::frontend {

using model::MessageId;
namespace {

// Sentences are compared in small letters, with single spaces and without hyphens.
struct Rule {
  const char* pattern;
  ContractKind kind;
  std::string_view side = {};
};

#define HEDDLE_CALLED "(be )?(called|invoked|used|accessed|run|executed)"
// The first rule that matches decides.
const std::array kRules{
    Rule{.pattern =
             "\\b(callers?|clients?|users?|you) (must|has to|have to|should|needs? to)( \\w+)? "
             "(hold|own|lock|locked|acquire|acquired)\\b.*(lock|mutex|critical section)",
         .kind = ContractKind::Ignore},
    Rule{.pattern = "\\b(caller|client) (holds|owns) .*(lock|mutex)", .kind = ContractKind::Ignore},
    Rule{.pattern = "(lock|mutex)\\w*( \\w+)? (must|has to|should|needs? to|to) be "
                    "(held|locked|owned|taken)",
         .kind = ContractKind::Ignore},
    Rule{.pattern = "called with .*(lock|mutex)\\w*( \\w+)? (held|locked|taken)",
         .kind = ContractKind::Ignore},
    Rule{.pattern =
             "\\b(pre|preconditions?|requires?|expects?|assumes?)\\b.*(lock|mutex)\\w*(\\(\\))? "
             "(is|are|to be|has been|was) (held|locked|owned|taken|called)",
         .kind = ContractKind::Ignore},
    Rule{.pattern = "last (action|call|thing|operation)( \\w+)? before",
         .kind = ContractKind::After},
    Rule{.pattern = "only " HEDDLE_CALLED
                    " (when|while|after|once) (there are )?(no|all)( other)?( \\w+)? threads",
         .kind = ContractKind::Alone},
    Rule{.pattern =
             "(after|once|when) (all|the|every)( other)?( \\w+)? threads? (have|has|are|is|were) ",
         .kind = ContractKind::After},
    Rule{.pattern = "only (" HEDDLE_CALLED
                    " )?(during|at|while) (shut ?down|shutting down|tear ?down|destruction)",
         .kind = ContractKind::After},
    Rule{.pattern = "before (any |the |all )?(workers?|threads?)( \\w+)? "
                    "(start|starts|started|run|runs|begin|begins)\\b",
         .kind = ContractKind::Before},
    Rule{.pattern =
             "before (any|other|the|starting|all|any other|spawning|creating|launching)( other)?( "
             "\\w+)? ?"
             "threads?\\b",
         .kind = ContractKind::Before},
    Rule{.pattern = "before (it|the (object|queue|container|instance|class)) is shared",
         .kind = ContractKind::Before},
    Rule{.pattern =
             "only (" HEDDLE_CALLED " )?during (initiali[sz]ation|start ?up|set ?up|configuration)",
         .kind = ContractKind::Before},
    Rule{.pattern =
             "(may|must|can|should) only " HEDDLE_CALLED " (when|while|by the owner|within|inside)",
         .kind = ContractKind::Ignore},
    Rule{.pattern = "only " HEDDLE_CALLED " (by|from) (the|a|one|a single) producer",
         .kind = ContractKind::OneThread,
         .side = "producer"},
    Rule{.pattern = "only " HEDDLE_CALLED " (by|from) (the|a|one|a single) consumer",
         .kind = ContractKind::OneThread,
         .side = "consumer"},
    Rule{.pattern = "(single|only one|exactly one) producer\\b",
         .kind = ContractKind::OneThread,
         .side = "producer"},
    Rule{.pattern = "producer (thread )?only\\b",
         .kind = ContractKind::OneThread,
         .side = "producer"},
    Rule{.pattern = "(single|only one|exactly one) consumer\\b",
         .kind = ContractKind::OneThread,
         .side = "consumer"},
    Rule{.pattern = "consumer (thread )?only\\b",
         .kind = ContractKind::OneThread,
         .side = "consumer"},
    Rule{.pattern = "only (from|by|on|in) (a single|one|the same|exactly one) thread",
         .kind = ContractKind::OneThread},
    Rule{.pattern =
             "(called|invoked|used|accessed)( \\w+)? (from|by|on|in) (only )?(a single|one|the "
             "same|exactly one|at "
             "most one) thread",
         .kind = ContractKind::OneThread},
    Rule{.pattern =
             "only (one|a single) thread( at a time)? (may|must|can|should|is allowed to)( ever)? "
             "(call|invoke|use|"
             "access)",
         .kind = ContractKind::OneThread},
    Rule{.pattern = "\\b(call|called|invoke|invoked|use|used|safe)\\b.*\\b(when|while|if|provided|"
                    "sure) (that "
                    ")?(there (is|are) "
                    ")?no other threads?\\b",
         .kind = ContractKind::Alone},
    Rule{.pattern = "concurrently with ", .kind = ContractKind::NotTogether},
    Rule{.pattern = "\\b(must|may|should|can|shall) ?(not|never) " HEDDLE_CALLED
                    " while .*\\b(calls?|invocations?) (to|of) ",
         .kind = ContractKind::NotTogether},
    Rule{.pattern = "\\b(must|may|should|can|shall) ?(not|never) " HEDDLE_CALLED
                    " while .*\\b(from|by|in|on) (another|other|a different) threads?\\b",
         .kind = ContractKind::Alone},
    // Not "is not atomic" alone: that may be about a variable, or about a fault.
    Rule{.pattern =
             "\\b(this|the) (function|method|operation|call) is not( an)? atomic\\b|"
             "\\b(function|method|operation|call) is not (performed|executed|done) atomically\\b",
         .kind = ContractKind::Alone},
    Rule{
        .pattern =
            "\\bnot (be )?(thread ?safe|concurrency safe|concurrent safe|mt safe|multi thread safe|"
            "synchroni[sz]ed)\\b",
        .kind = ContractKind::Alone},
    Rule{.pattern = "\\b(isn't|aren't) (thread ?safe|concurrency safe|synchroni[sz]ed)\\b",
         .kind = ContractKind::Alone},
    Rule{.pattern = "\\b(thread ?unsafe|concurrently unsafe|mt unsafe|unsynchroni[sz]ed)\\b",
         .kind = ContractKind::Alone},
    Rule{.pattern = "\\bnot safe (to (call|use|invoke)|for)( \\w+)? (concurrently|concurrent|from "
                    "(several|multiple|"
                    "different|other) threads)",
         .kind = ContractKind::Alone},
    Rule{.pattern = "\\b(must|may|should|can|shall) ?(not|never) " HEDDLE_CALLED
                    " (concurrently|in parallel|simultaneously|"
                    "from (several|multiple|different|more than one) threads?)",
         .kind = ContractKind::Alone},
    Rule{.pattern = "\\bcannot " HEDDLE_CALLED " (concurrently|in parallel|simultaneously)",
         .kind = ContractKind::Alone},
    Rule{.pattern = "\\b(do not|don't|never) (call|use|invoke)( \\w+)? (while|when) (any )?other "
                    "threads\\b",
         .kind = ContractKind::Alone},
    Rule{.pattern = "\\bsingle thread(ed)? (use|access|contexts?|only)\\b",
         .kind = ContractKind::Alone},
    Rule{.pattern = "\\b(assumes?|requires?|needs?|expects?) exclusive (access|ownership|use)\\b",
         .kind = ContractKind::Alone},
    Rule{.pattern = "\\b(callers?|clients?|users?) (is|are|must be) responsible for( \\w+)? "
                    "(synchroni[sz]ation|synchroni[sz]ing|locking)\\b",
         .kind = ContractKind::Alone},
    Rule{.pattern = "\\b(synchroni[sz]ation|locking) is (up to|left to|the responsibility of) the "
                    "(caller|client|user)",
         .kind = ContractKind::Alone},
    Rule{.pattern = "\\bexternal(ly)? (synchroni[sz]ed|synchroni[sz]ation|locked|locking)\\b",
         .kind = ContractKind::Alone},
};
#undef HEDDLE_CALLED

// Sentences with one of these are about something else, or do not mean it.
constexpr const char* kOff =
    "\\b(bugs?|todo|fixme|unlike|whereas|iterators?|returned|callbacks?|listeners?|handlers?|"
    "underlying|not only|no "
    "longer|used to|faults?|broken|wrong|on purpose|deliberately|need not|no "
    "need|unnecessary)\\b|std::|"
    "not (need|require)|\\b(no|without|any) (additional |further |any )?(external|synchroni|lock)";
// Except for those that forbid the latter: "must not be used without external locking".
constexpr const char* kForbids = R"(\b(not|never|cannot)\b.*\bwithout\b|\bresponsible for\b)";

std::string onOneLine(const std::string& text) {
  std::string line;
  for (const char letter : text)
    if (std::isspace(static_cast<unsigned char>(letter)) == 0)
      line += letter;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  while (!line.empty() && line.back() == ' ')
    line.pop_back();
  return line;
}

std::string compared(const std::string& sentence) {
  std::string text;
  for (const char letter : sentence)
    text +=
        letter == '-' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return onOneLine(text);
}

bool endsSentence(const std::string& text, std::size_t at) {
  const bool isLast = at + 1 == text.size();
  // "e.g. ", "i.e. "
  if (text[at] == '.' && at >= 2 && text[at - 2] == '.')
    return isLast;
  if (text[at] == '.' || text[at] == '!' || text[at] == ';')
    return isLast || std::isspace(static_cast<unsigned char>(text[at + 1])) != 0;
  return text[at] == '\n' && !isLast &&
         (text[at + 1] == '\n' || text[at + 1] == '@' || text[at + 1] == '\\' ||
          text[at + 1] == '-' || text[at + 1] == '*');
}

struct Sentence {
  std::string
      text; // without the command of Doxygen: "@note Not thread-safe." -> "Not thread-safe."
  bool isPrecondition = false; // @pre
};

Sentence withoutCommand(const std::string& text) {
  std::size_t begin = text.find_first_not_of(" -*");
  if (begin == std::string::npos)
    return {};
  const bool isPrecondition =
      text.compare(begin, 5, "@pre ") == 0 || text.compare(begin, 5, "\\pre ") == 0;
  if (text[begin] == '@' || text[begin] == '\\') {
    begin = text.find(' ', begin);
    if (begin == std::string::npos)
      return {};
    begin = text.find_first_not_of(' ', begin);
  }
  return {.text = text.substr(begin), .isPrecondition = isPrecondition};
}

std::vector<Sentence> sentencesOf(const std::string& text) {
  std::vector<Sentence> sentences;
  std::string sentence;
  const auto end = [&] {
    if (Sentence each = withoutCommand(onOneLine(sentence)); !each.text.empty())
      sentences.push_back(std::move(each));
    sentence.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    sentence += text[i];
    if (endsSentence(text, i))
      end();
  }
  end();
  return sentences;
}

// Compiling an expression costs more than searching for it.
bool matches(const std::string& sentence, const std::string& pattern) {
  static std::map<std::string, std::regex> compiled;
  const auto [entry, isNew] = compiled.try_emplace(pattern);
  if (isNew)
    entry->second = std::regex(pattern);
  return std::regex_search(sentence, entry->second);
}

// Most sentences need no closer look.
bool mayMatter(const std::string& sentence) {
  constexpr std::size_t kLongest = 600;
  constexpr std::array<std::string_view, 16> kStems{"thread",
                                                    "mt ",
                                                    "exclusive",
                                                    "atomic",
                                                    "while",
                                                    "concurr",
                                                    "lock",
                                                    "mutex",
                                                    "synchron",
                                                    "producer",
                                                    "consumer",
                                                    "spsc",
                                                    "parallel",
                                                    "simultan",
                                                    "only ",
                                                    "before"};
  return sentence.size() <= kLongest && std::ranges::any_of(kStems, [&](std::string_view stem) {
           return sentence.find(stem) != std::string::npos;
         });
}

bool isOff(const std::string& sentence) {
  return sentence.ends_with("?") || (matches(sentence, kOff) && !matches(sentence, kForbids));
}

// Other sentences tell what the method does.
bool tellsCallers(const std::string& sentence) {
  return matches(
      sentence,
      "\\b(must|only|should|shall|call|called|invoke|invoked|has to|have to|use this)\\b");
}

std::vector<std::string> wordsAfter(const std::string& sentence, std::string_view phrase) {
  std::string rest = compared(sentence);
  const std::size_t at = rest.find(phrase);
  std::vector<std::string> words;
  if (at == std::string::npos)
    return words;
  rest = sentence.substr(std::min(at + phrase.size(), sentence.size()));
  std::string word;
  for (const char letter : rest + " ")
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_') {
      word += letter;
    } else if (!word.empty()) {
      words.push_back(word);
      word.clear();
    }
  return words;
}

// The words after the phrase that says which calls are meant.
std::vector<std::string> namesAfter(const std::string& sentence) {
  for (const char* phrase : {"concurrently with ",
                             "calls to ",
                             "call to ",
                             "calls of ",
                             "call of ",
                             "invocations of ",
                             "invocation of "})
    if (std::vector<std::string> words = wordsAfter(sentence, phrase); !words.empty())
      return words;
  return {};
}

bool allowsMany(const std::string& sentence) {
  return matches(sentence, "multi ?(ple)? producer|many producers|multiple consumer");
}

unsigned columnOf(const clang::SourceManager& sources, clang::SourceLocation place) {
  return sources.getSpellingColumnNumber(sources.getExpansionLoc(place));
}

std::string withoutSigns(std::string_view line) {
  const std::size_t begin = line.find_first_not_of("/<! \t\r");
  return begin == std::string_view::npos ? "" : std::string(line.substr(begin));
}

// The comment after a declaration: on the same line, or below it and further to the right, as some libraries have it.
std::string commentBehind(std::string_view text, std::size_t column) {
  std::string found;
  for (bool isFirst = true; !text.empty(); isFirst = false) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t slashes = line.find("//");
    const std::size_t begin = line.find_first_not_of(" \t");
    if (!isFirst && (slashes == std::string_view::npos || slashes != begin || begin < column))
      break;
    if (slashes != std::string_view::npos)
      found += withoutSigns(line.substr(slashes)) + "\n";
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return found;
}

// The comments of a declaration. One in front of it that begins further to the right belongs to what is above it.
std::string commentOf(const clang::NamedDecl& decl) {
  const clang::ASTContext& context = decl.getASTContext();
  const clang::SourceManager& sources = context.getSourceManager();
  std::string text;
  const clang::Decl* original = &decl;
  const clang::RawComment* comment = context.getRawCommentForAnyRedecl(&decl, &original);
  if (comment != nullptr &&
      columnOf(sources, comment->getBeginLoc()) <= columnOf(sources, original->getBeginLoc()))
    text = comment->getFormattedText(sources, context.getDiagnostics());
  const clang::SourceLocation end = sources.getExpansionLoc(decl.getEndLoc());
  bool invalid = end.isInvalid();
  const llvm::StringRef buffer =
      invalid ? "" : sources.getBufferData(sources.getFileID(end), &invalid);
  if (invalid)
    return text;
  const llvm::StringRef behind = buffer.substr(sources.getFileOffset(end));
  const std::string after =
      commentBehind({behind.data(), behind.size()}, columnOf(sources, decl.getBeginLoc()));
  return after.empty() ? text : text + "\n\n" + after;
}

bool isOnSide(const std::string& name, const std::string& side) {
  constexpr std::array<std::string_view, 9> kProducer{
      "push", "enqueue", "put", "offer", "produce", "emplace", "write", "send", "insert"};
  constexpr std::array<std::string_view, 9> kConsumer{
      "pop", "dequeue", "take", "poll", "consume", "front", "read", "receive", "peek"};
  std::string small;
  for (const char letter : name)
    small += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  const auto& words = side == "producer" ? kProducer : kConsumer;
  return std::ranges::any_of(
      words, [&](std::string_view word) { return small.find(word) != std::string::npos; });
}

class CommentReader {
public:
  CommentReader(const clang::CXXRecordDecl& record, const Operations& operations)
      : record_(record), operations_(operations) {}

  std::vector<Contract> run() {
    readClass();
    for (std::size_t i = 0; i < operations_.list.size(); ++i)
      if (operations_.functions[i] != nullptr && isMethod(operations_.list[i]))
        read(*operations_.functions[i], operations_.list[i].model);
    return std::move(contracts_);
  }

private:
  static bool isMethod(const OperationDescription& operation) {
    return operation.model.kind == model::OperationKind::Method ||
           operation.model.kind == model::OperationKind::StaticMethod;
  }

  void readClass() {
    const clang::NamedDecl* decl = &record_;
    if (const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record_))
      decl = instance->getSpecializedTemplate();
    for (const Remark& remark : sidesOf(commentOf(*decl))) {
      Contract contract{
          .kind = ContractKind::OneThread,
          .methods = {},
          .source = {.id = MessageId::ClassCommentSays, .arguments = {remark.sentence}}};
      for (const OperationDescription& operation : operations_.list)
        if (isMethod(operation) && isOnSide(operation.model.name, remark.side))
          contract.methods.push_back(operation.model.signature);
      if (!contract.methods.empty())
        contracts_.push_back(std::move(contract));
    }
  }

  // Templates of instances have the comments of what they were made from.
  static std::string textOf(const clang::FunctionDecl& function) {
    std::string text = commentOf(function);
    if (const clang::FunctionDecl* pattern = function.getTemplateInstantiationPattern())
      text = text.empty() ? commentOf(*pattern) : text;
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function))
      for (const clang::CXXMethodDecl* overridden : method->overridden_methods())
        if (text.empty())
          text = textOf(*overridden);
    return text;
  }

  void read(const clang::FunctionDecl& function, const model::OperationModel& model) {
    const std::optional<Remark> remark = remarkOf(textOf(function));
    if (!remark)
      return;
    const model::Message source{.id = MessageId::CommentSays, .arguments = {remark->sentence}};
    if (remark->kind == ContractKind::NotTogether)
      return addExclusions(*remark, model, source);
    if (remark->kind == ContractKind::OneThread) {
      const auto group = std::ranges::find_if(contracts_, [&](const Contract& contract) {
        return contract.kind == ContractKind::OneThread &&
               contract.source.id == MessageId::CommentSays && sideOf(contract) == remark->side;
      });
      if (group != contracts_.end()) {
        group->methods.push_back(model.signature);
        return;
      }
    }
    contracts_.push_back({.kind = remark->kind, .methods = {model.signature}, .source = source});
  }

  static std::string sideOf(const Contract& contract) {
    const std::optional<Remark> remark = remarkOf(contract.source.arguments.front());
    return remark ? remark->side : "";
  }

  // "must not be called concurrently with push()": with those; with anything if it names no method.
  void addExclusions(const Remark& remark,
                     const model::OperationModel& model,
                     const model::Message& source) {
    Contract contract{.kind = ContractKind::NotTogether,
                      .methods = {model.signature},
                      .others = {},
                      .source = source};
    for (const std::string& other : remark.other)
      if (other != model.name &&
          std::ranges::find(contract.others, other) == contract.others.end() &&
          std::ranges::any_of(operations_.list, [&](const OperationDescription& operation) {
            return isMethod(operation) && operation.model.name == other;
          }))
        contract.others.push_back(other);
    if (contract.others.empty())
      contract.kind = ContractKind::Alone;
    contracts_.push_back(std::move(contract));
  }

  const clang::CXXRecordDecl& record_;
  const Operations& operations_;
  std::vector<Contract> contracts_;
};

} // namespace

std::optional<Remark> remarkOf(const std::string& text) {
  for (const auto& [sentence, isPrecondition] : sentencesOf(text)) {
    const std::string words = compared(sentence);
    if (!mayMatter(words) || isOff(words))
      continue;
    for (const Rule& rule : kRules) {
      if (!matches(words, rule.pattern))
        continue;
      if (rule.kind == ContractKind::NotTogether &&
          !matches(words, "\\b(not|never|cannot|unsafe)\\b"))
        continue; // "may be called concurrently with push()"
      if ((rule.kind == ContractKind::Before || rule.kind == ContractKind::After) &&
          !tellsCallers(words))
        continue;
      if (rule.kind == ContractKind::OneThread && allowsMany(words))
        continue;
      Remark remark{
          .kind = rule.kind, .sentence = sentence, .side = std::string(rule.side), .other = {}};
      if (rule.kind == ContractKind::NotTogether)
        remark.other = namesAfter(sentence);
      return remark;
    }
    if (isPrecondition && matches(words, R"(\b(threads?|concurrent\w*)\b)"))
      return Remark{.kind = ContractKind::Alone, .sentence = sentence, .side = "", .other = {}};
  }
  return std::nullopt;
}

std::vector<Remark> sidesOf(const std::string& text) {
  std::vector<Remark> found;
  const auto add = [&](const std::string& side, const std::string& sentence) {
    if (std::ranges::find(found, side, &Remark::side) == found.end())
      found.push_back(
          {.kind = ContractKind::OneThread, .sentence = sentence, .side = side, .other = {}});
  };
  for (const auto& [sentence, isPrecondition] : sentencesOf(text)) {
    const std::string words = compared(sentence);
    if (!mayMatter(words) || isOff(words))
      continue;
    for (const char* side : {"producer", "consumer"})
      if (matches(words, "\\bspsc\\b") ||
          matches(words, "\\b(single|one|only one|exactly one) " + std::string(side) + "\\b"))
        add(side, sentence);
  }
  return found;
}

std::vector<Contract> contractsInComments(const clang::CXXRecordDecl& record,
                                          const Operations& operations) {
  return CommentReader(record, operations).run();
}

} // namespace heddle::frontend
