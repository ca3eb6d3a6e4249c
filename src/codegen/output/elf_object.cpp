#include "codegen/output/elf_object.h"

#include <elf.h>

#include <cstring>

#include "support/byte_text.h"

namespace tiramisu::lower {

namespace {

/// Ends the reading of an object.
struct not_readable {};

void require_readable(bool is_so) {
    if (!is_so) {
        throw not_readable();
    }
}

std::string_view part(std::string_view bytes, std::uint64_t first, std::uint64_t size) {
    require_readable(first <= bytes.size() && size <= bytes.size() - first);
    return bytes.substr(first, size);
}

/// Copies, as records need not be aligned in the bytes.
template <typename Record>
std::vector<Record> records(std::string_view bytes) {
    require_readable(bytes.size() % sizeof(Record) == 0);
    return support::elements_of<Record>(bytes);
}

std::string text_at(std::string_view texts, std::size_t first) {
    require_readable(first < texts.size());
    const std::size_t end = texts.find('\0', first);
    require_readable(end != std::string_view::npos);
    return std::string(texts.substr(first, end - first));
}

class elf_reader {
public:
    explicit elf_reader(std::string_view bytes) : bytes_(bytes) {}

    elf_object read() {
        const Elf64_Ehdr head = records<Elf64_Ehdr>(part(bytes_, 0, sizeof(Elf64_Ehdr))).front();
        require_readable(std::memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
                         head.e_ident[EI_CLASS] == ELFCLASS64 &&
                         head.e_ident[EI_DATA] == ELFDATA2LSB);
        require_readable(head.e_type == ET_REL && head.e_machine == EM_X86_64 &&
                         head.e_shentsize == sizeof(Elf64_Shdr) && head.e_shnum != 0);
        headers_ = records<Elf64_Shdr>(
            part(bytes_, head.e_shoff, std::uint64_t{head.e_shnum} * sizeof(Elf64_Shdr)));
        const std::string_view names = bytes_of(head.e_shstrndx);
        for (const Elf64_Shdr &one : headers_) {
            add_section(one, text_at(names, one.sh_name));
        }
        for (const Elf64_Shdr &one : headers_) {
            if (one.sh_type == SHT_SYMTAB) {
                require_readable(made_.symbols.empty());
                add_symbols(one);
            }
        }
        for (const Elf64_Shdr &one : headers_) {
            if (one.sh_type == SHT_RELA) {
                add_relocations(one);
            }
        }
        return std::move(made_);
    }

private:
    std::string_view bytes_;
    std::vector<Elf64_Shdr> headers_;
    elf_object made_;

    void add_section(const Elf64_Shdr &from, const std::string &name) {
        elf_object::section made;
        made.name = name;
        made.type = from.sh_type;
        made.flags = from.sh_flags & ~std::uint64_t{SHF_GROUP};
        made.record_size = from.sh_entsize;
        made.is_loaded = (from.sh_flags & SHF_ALLOC) != 0;
        if (made.is_loaded) {
            require_readable((from.sh_flags & SHF_TLS) == 0);
            require_readable(from.sh_type == SHT_PROGBITS || from.sh_type == SHT_NOBITS ||
                             from.sh_type == SHT_X86_64_UNWIND);
            made.is_code = (from.sh_flags & SHF_EXECINSTR) != 0;
            made.is_written = (from.sh_flags & SHF_WRITE) != 0;
            made.alignment = from.sh_addralign == 0 ? 1 : from.sh_addralign;
            require_readable((made.alignment & (made.alignment - 1)) == 0 &&
                             made.alignment <= most_aligned);
            made.size = from.sh_size;
            if (from.sh_type != SHT_NOBITS) {
                made.bytes = part(bytes_, from.sh_offset, from.sh_size);
            }
        }
        made_.sections.push_back(made);
    }

    static constexpr std::uint64_t most_aligned = 4096; ///< a page

    std::string_view bytes_of(std::size_t section) const {
        require_readable(section < headers_.size());
        return part(bytes_, headers_[section].sh_offset, headers_[section].sh_size);
    }

    void add_symbols(const Elf64_Shdr &table) {
        const std::string_view names = bytes_of(table.sh_link);
        for (const Elf64_Sym &from :
             records<Elf64_Sym>(part(bytes_, table.sh_offset, table.sh_size))) {
            elf_object::symbol made;
            made.name = text_at(names, from.st_name);
            made.value = from.st_value;
            made.is_local = ELF64_ST_BIND(from.st_info) == STB_LOCAL;
            made.is_weak = ELF64_ST_BIND(from.st_info) == STB_WEAK;
            made.size = from.st_size;
            made.type = ELF64_ST_TYPE(from.st_info);
            made.visibility = from.st_other;
            const bool names_file = ELF64_ST_TYPE(from.st_info) == STT_FILE;
            if (from.st_shndx != SHN_UNDEF && !names_file) {
                require_readable(from.st_shndx < made_.sections.size());
                made.section = from.st_shndx;
            }
            made_.symbols.push_back(std::move(made));
        }
    }

    void add_relocations(const Elf64_Shdr &table) {
        require_readable(table.sh_info < made_.sections.size());
        const elf_object::section &changed = made_.sections[table.sh_info];
        if (!changed.is_loaded) {
            return;
        }
        for (const Elf64_Rela &from :
             records<Elf64_Rela>(part(bytes_, table.sh_offset, table.sh_size))) {
            elf_object::relocation made;
            made.section = table.sh_info;
            made.offset = from.r_offset;
            made.kind = static_cast<std::uint32_t>(ELF64_R_TYPE(from.r_info));
            made.symbol = ELF64_R_SYM(from.r_info);
            made.addend = from.r_addend;
            require_readable(made.symbol < made_.symbols.size());
            made_.relocations.push_back(made);
        }
    }
};

} // namespace

std::optional<elf_object> elf_object::read(std::string_view bytes) {
    try {
        return elf_reader(bytes).read();
    } catch (const not_readable &) {
        return std::nullopt;
    }
}

} // namespace tiramisu::lower
