// SPDX-License-Identifier: Apache-2.0
#include "build/early_code.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fmt/format.h>
#include <set>
#include <sstream>
#include <vector>

#include "support/files.h"

namespace heddle::build {

namespace fs = std::filesystem;

namespace {

// An ELF file as the linker wrote it. Parts outside the file count as empty.
class Image {
public:
  explicit Image(std::string bytes) : bytes_(std::move(bytes)) {
    Elf64_Ehdr header{};
    if (!copy(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
      return;
    for (unsigned i = 0; i < header.e_shnum; ++i)
      if (Elf64_Shdr section{}; copy(header.e_shoff + i * sizeof section, section))
        sections_.push_back(section);
  }

  // Calls visit(entry, section) for each entry of all sections of this type.
  template <typename Entry, typename Visit>
  void forEach(unsigned type, Visit visit) const {
    for (const Elf64_Shdr& section : sections_) {
      if (section.sh_type != type)
        continue;
      for (std::uint64_t at = 0; at + sizeof(Entry) <= section.sh_size; at += sizeof(Entry))
        if (Entry entry{}; copy(section.sh_offset + at, entry))
          visit(entry, section);
    }
  }

  // A name in the string table that belongs to `section`.
  std::string name(const Elf64_Shdr& section, std::uint64_t offset) const {
    if (section.sh_link >= sections_.size())
      return "";
    const std::uint64_t begin = sections_[section.sh_link].sh_offset + offset;
    if (begin >= bytes_.size())
      return "";
    return bytes_.substr(begin, bytes_.find('\0', begin) - begin);
  }

private:
  template <typename T>
  bool copy(std::uint64_t offset, T& to) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof to)
      return false;
    std::memcpy(&to, bytes_.data() + offset, sizeof to);
    return true;
  }

  std::string bytes_;
  std::vector<Elf64_Shdr> sections_;
};

struct Symbol {
  std::string name;
  std::uint64_t address;
  bool isIndirect;
};

std::vector<Symbol> definedSymbols(const Image& image) {
  std::vector<Symbol> symbols;
  for (unsigned table : {SHT_SYMTAB, SHT_DYNSYM})
    image.forEach<Elf64_Sym>(table, [&](const Elf64_Sym& symbol, const Elf64_Shdr& section) {
      if (symbol.st_shndx != SHN_UNDEF)
        symbols.push_back({.name = image.name(section, symbol.st_name),
                           .address = symbol.st_value,
                           .isIndirect = ELF64_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC});
    });
  return symbols;
}

// The addresses of all resolvers. An indirect function without a symbol still has its relocation.
std::set<std::uint64_t> resolvers(const Image& image, const std::vector<Symbol>& symbols) {
  std::set<std::uint64_t> addresses;
  for (const Symbol& symbol : symbols)
    if (symbol.isIndirect)
      addresses.insert(symbol.address);
  image.forEach<Elf64_Rela>(SHT_RELA, [&](const Elf64_Rela& relocation, const Elf64_Shdr&) {
    if (ELF64_R_TYPE(relocation.r_info) == R_X86_64_IRELATIVE)
      addresses.insert(static_cast<std::uint64_t>(relocation.r_addend));
  });
  return addresses;
}

std::string findResolver(const Image& image) {
  const std::vector<Symbol> symbols = definedSymbols(image);
  std::set<std::uint64_t> addresses = resolvers(image, symbols);
  for (const Symbol& symbol : symbols)
    if (symbol.name.ends_with(".resolver")) // no name in a program has a dot
      addresses.erase(symbol.address);
  if (addresses.empty())
    return "";
  const auto named = std::ranges::find_if(
      symbols, [&](const Symbol& symbol) { return addresses.contains(symbol.address); });
  return fmt::format("an indirect function (ifunc){}",
                     named == symbols.end() ? "" : fmt::format(", `{}`", named->name));
}

struct Dynamics {
  std::vector<std::string> needed;
  std::vector<std::string> folders; // where they are looked for
  bool isFirst = false;             // it asks to be initialised first
};

Dynamics dynamicsOf(const Image& image) {
  Dynamics result;
  image.forEach<Elf64_Dyn>(SHT_DYNAMIC, [&](const Elf64_Dyn& entry, const Elf64_Shdr& section) {
    if (entry.d_tag == DT_NEEDED)
      result.needed.push_back(image.name(section, entry.d_un.d_val));
    if (entry.d_tag == DT_RPATH || entry.d_tag == DT_RUNPATH)
      result.folders.push_back(image.name(section, entry.d_un.d_val));
    if (entry.d_tag == DT_FLAGS_1 && (entry.d_un.d_val & DF_1_INITFIRST) != 0)
      result.isFirst = true;
  });
  return result;
}

class EarlyCodeFinder {
public:
  explicit EarlyCodeFinder(const fs::path& engine) : seen_{engine.filename().string()} {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): there are no threads
    if (const char* folders = std::getenv("LD_LIBRARY_PATH"); folders != nullptr)
      addFolders(folders, "");
  }

  std::string find(const fs::path& file) {
    Result<std::string> bytes = readFile(file.string());
    if (!bytes)
      return "";
    const Image image(std::move(*bytes));
    const Dynamics dynamics = dynamicsOf(image);
    if (dynamics.isFirst)
      return fmt::format("a library that is initialised first, {}", file.string());
    if (std::string resolver = findResolver(image); !resolver.empty())
      return resolver;
    for (const std::string& folders : dynamics.folders)
      addFolders(folders, file.parent_path().string());
    return findInLibraries(dynamics.needed);
  }

private:
  void addFolders(const std::string& list, const std::string& origin) {
    std::istringstream words(list);
    for (std::string folder; std::getline(words, folder, ':');) {
      for (const char* variable : {"$ORIGIN", "${ORIGIN}"})
        if (const std::size_t at = folder.find(variable); at != std::string::npos)
          folder.replace(at, std::strlen(variable), origin);
      folders_.push_back(folder);
    }
  }

  std::string findInLibraries(const std::vector<std::string>& needed) {
    for (const std::string& library : needed) {
      if (!seen_.insert(library).second)
        continue;
      const std::string file = locate(library);
      if (std::string found = file.empty() ? "" : find(file); !found.empty())
        return found;
    }
    return "";
  }

  // "" for a library of the system.
  std::string locate(const std::string& library) const {
    if (library.find('/') != std::string::npos)
      return isOfSystem(library) ? "" : library;
    for (const std::string& folder : folders_)
      if (fs::path file = fs::path(folder) / library; fs::exists(file))
        return isOfSystem(file) ? "" : file.string();
    return "";
  }

  // libc itself has indirect functions.
  static bool isOfSystem(const fs::path& file) {
    std::error_code error;
    const std::string real = fs::canonical(file, error).string();
    return real.starts_with("/usr/lib") || real.starts_with("/lib");
  }

  std::set<std::string> seen_;
  std::vector<std::string> folders_;
};

} // namespace

std::string findEarlyCode(const fs::path& harness, const fs::path& engine) {
  return EarlyCodeFinder(engine).find(harness);
}

} // namespace heddle::build
