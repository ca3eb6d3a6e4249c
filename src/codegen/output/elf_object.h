#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tiramisu::lower {

inline std::size_t aligned_up(std::size_t size, std::size_t alignment) {
    return (size + alignment - 1) / alignment * alignment;
}

/// What an ELF object file for x86-64 has. It refers to the bytes that it was read from.
struct elf_object {
    struct section {
        std::string_view bytes; ///< none where it is all zeros
        std::size_t size = 0, alignment = 1;
        bool is_loaded = false; ///< into memory; the others are for linkers and debuggers
        bool is_code = false, is_written = false;
        // As the file says.
        std::string name;
        std::uint32_t type = 0;
        std::uint64_t flags = 0, record_size = 0;
    };
    struct symbol {
        std::string name;
        std::optional<std::size_t> section; ///< none: somebody else defines it
        std::uint64_t value = 0;            ///< offset in the section
        bool is_local = false, is_weak = false;
        // As the file says.
        std::uint64_t size = 0;
        unsigned char type = 0, visibility = 0;
    };
    struct relocation {
        std::size_t section = 0; ///< that it changes
        std::uint64_t offset = 0;
        std::uint32_t kind = 0; ///< R_X86_64_...
        std::size_t symbol = 0;
        std::int64_t addend = 0;
    };

    std::vector<section> sections;       ///< by their numbers in the file
    std::vector<symbol> symbols;         ///< by their numbers in the file
    std::vector<relocation> relocations; ///< of sections that are loaded

    /// Nothing where it is no such file, is damaged, or has what code of ours never has: common
    /// symbols, thread-local ones, what runs when a program begins.
    static std::optional<elf_object> read(std::string_view bytes);
};

} // namespace tiramisu::lower
