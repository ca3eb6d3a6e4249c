#include "codegen/output/embedded_data.h"

#include <elf.h>

namespace tiramisu::lower {

namespace {

// lea rax, [rip + distance]; ret
constexpr std::string_view address_code("\x48\x8d\x05\0\0\0\0\xc3", 8);
constexpr std::uint64_t place_of_distance = 3;
constexpr std::int64_t after_distance = 4; ///< which is counted from the next instruction

elf_object::section loaded(const char *name, std::string_view bytes, std::size_t alignment) {
    elf_object::section made;
    made.bytes = bytes;
    made.size = bytes.size();
    made.alignment = alignment;
    made.is_loaded = true;
    made.name = name;
    made.type = SHT_PROGBITS;
    made.flags = SHF_ALLOC;
    return made;
}

elf_object::symbol whole_section(std::string name, const elf_object &of, std::size_t section) {
    elf_object::symbol made;
    made.name = std::move(name);
    made.section = section;
    made.size = of.sections[section].size;
    return made;
}

} // namespace

elf_object object_with_data(const std::string &name, std::string_view bytes) {
    constexpr std::size_t data = 0, code = 1;
    elf_object made;
    made.sections = {loaded(".rodata", bytes, 64), loaded(".text", address_code, 16)};
    made.sections[code].flags |= SHF_EXECINSTR;
    made.symbols = {whole_section(name + "_data", made, data), whole_section(name, made, code)};
    made.symbols[data].type = STT_OBJECT;
    made.symbols[data].is_local = true;
    made.symbols[code].type = STT_FUNC;
    made.relocations = {{code, place_of_distance, R_X86_64_PC32, data, -after_distance}};
    return made;
}

} // namespace tiramisu::lower
