#include "codegen/output/merged_object.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <tuple>

#include "codegen/output/elf_object.h"
#include "support/byte_text.h"

namespace tiramisu::lower {

namespace {

/// Texts one after the other, each with a zero behind it.
class text_table {
public:
    std::uint32_t place_of(const std::string &text) {
        const auto [known, is_new] = places_.emplace(text, bytes_.size());
        if (is_new) {
            bytes_ += text;
            bytes_ += '\0';
        }
        return static_cast<std::uint32_t>(known->second);
    }
    const std::string &bytes() const { return bytes_; }

private:
    std::string bytes_ = std::string(1, '\0');
    std::map<std::string, std::size_t> places_ = {{"", 0}};
};

/// A section of the merged file, which sections of the same name and kind go to.
struct merged_section {
    std::string name;
    std::uint32_t type = 0;
    std::uint64_t flags = 0, record_size = 0;
    std::size_t alignment = 1, size = 0;
    std::vector<std::pair<std::size_t, std::string_view>> pieces; ///< by place; zeros between them
    std::vector<Elf64_Rela> relocations;
};

class object_merger {
public:
    explicit object_merger(std::vector<elf_object> objects) : objects_(std::move(objects)) {}

    support::text_parts merged() {
        for (elf_object &one : objects_) {
            place_sections(one);
        }
        add_symbols();
        for (std::size_t i = 0; i < objects_.size(); i++) {
            add_relocations(i);
        }
        return written();
    }

private:
    /// Where a section of an object lies.
    struct place {
        std::size_t section = 0, first = 0;
    };

    std::vector<elf_object> objects_;
    std::vector<merged_section> sections_;
    std::map<std::tuple<std::string, std::uint32_t, std::uint64_t, std::uint64_t>, std::size_t>
        known_sections_;
    std::vector<std::vector<place>> places_; ///< by object and section
    text_table names_;
    std::vector<Elf64_Sym> symbols_ = {Elf64_Sym()};
    std::size_t locals_ = 1;
    std::vector<std::vector<std::uint32_t>> numbers_; ///< of symbols, by object
    std::map<std::string, std::uint32_t> globals_;    ///< defined or not, by name

    void place_sections(const elf_object &of) {
        std::vector<place> places;
        for (const elf_object::section &one : of.sections) {
            places.push_back(one.is_loaded ? place_of(one) : place());
        }
        places_.push_back(std::move(places));
    }

    place place_of(const elf_object::section &one) {
        const auto [known, is_new] = known_sections_.emplace(
            std::tuple(one.name, one.type, one.flags, one.record_size), sections_.size());
        if (is_new) {
            sections_.push_back({one.name, one.type, one.flags, one.record_size, 1, 0, {}, {}});
        }
        merged_section &to = sections_[known->second];
        const std::size_t first = aligned_up(to.size, one.alignment);
        to.size = first + one.size;
        to.alignment = std::max(to.alignment, one.alignment);
        if (one.type != SHT_NOBITS) {
            to.pieces.emplace_back(first, one.bytes);
        }
        return {known->second, first};
    }

    std::uint32_t added(const elf_object::symbol &one, const place *where, unsigned char binding) {
        Elf64_Sym made = {};
        made.st_name = names_.place_of(one.name);
        made.st_info = static_cast<unsigned char>(ELF64_ST_INFO(binding, one.type));
        made.st_other = one.visibility;
        if (where != nullptr) {
            made.st_shndx = static_cast<std::uint16_t>(where->section + 1);
            made.st_value = where->first + one.value;
            made.st_size = one.size;
        }
        symbols_.push_back(made);
        return static_cast<std::uint32_t>(symbols_.size() - 1);
    }

    bool stays_visible(std::size_t object, const elf_object::symbol &one) const {
        return object + 1 == objects_.size() && !one.is_local;
    }

    /// A file's local symbols come before all others.
    void add_symbols() {
        for (const elf_object &one : objects_) {
            numbers_.emplace_back(one.symbols.size(), 0);
        }
        add_defined(false);
        locals_ = symbols_.size();
        add_defined(true);
        for (std::size_t i = 0; i < objects_.size(); i++) {
            const std::vector<elf_object::symbol> &all = objects_[i].symbols;
            for (std::size_t k = 0; k < all.size(); k++) {
                if (!all[k].section && !all[k].is_local && !all[k].name.empty()) {
                    numbers_[i][k] = number_of(all[k]);
                }
            }
        }
    }

    void add_defined(bool visible) {
        for (std::size_t i = 0; i < objects_.size(); i++) {
            const std::vector<elf_object::symbol> &all = objects_[i].symbols;
            for (std::size_t k = 0; k < all.size(); k++) {
                const elf_object::symbol &one = all[k];
                const bool is_loaded = one.section && objects_[i].sections[*one.section].is_loaded;
                if (!is_loaded || stays_visible(i, one) != visible) {
                    continue;
                }
                const unsigned char binding = !visible      ? STB_LOCAL
                                              : one.is_weak ? STB_WEAK
                                                            : STB_GLOBAL;
                numbers_[i][k] = added(one, &places_[i][*one.section], binding);
                if (!one.is_local) {
                    globals_.emplace(one.name, numbers_[i][k]);
                }
            }
        }
    }

    /// Of what another object defines, or none of these.
    std::uint32_t number_of(const elf_object::symbol &one) {
        const auto known = globals_.find(one.name);
        return known != globals_.end()
                   ? known->second
                   : globals_.emplace(one.name, added(one, nullptr, STB_GLOBAL)).first->second;
    }

    void add_relocations(std::size_t object) {
        for (const elf_object::relocation &one : objects_[object].relocations) {
            const place &to = places_[object][one.section];
            Elf64_Rela made = {};
            made.r_offset = to.first + one.offset;
            made.r_info = ELF64_R_INFO(std::uint64_t{numbers_[object][one.symbol]}, one.kind);
            made.r_addend = one.addend;
            sections_[to.section].relocations.push_back(made);
        }
    }

    // --- the file: its head, what sections hold, and the table of sections

    support::text_parts file_;
    std::string &head_ = file_.add(std::string(sizeof(Elf64_Ehdr), '\0'));
    std::vector<Elf64_Shdr> headers_ = {Elf64_Shdr()};
    text_table section_names_;

    Elf64_Shdr &add_header(const std::string &name, std::uint32_t type, std::uint64_t flags,
                           std::size_t alignment) {
        Elf64_Shdr made = {};
        made.sh_name = section_names_.place_of(name);
        made.sh_type = type;
        made.sh_flags = flags;
        made.sh_addralign = alignment;
        fill_up_to(aligned_up(file_.size(), alignment));
        made.sh_offset = file_.size();
        headers_.push_back(made);
        return headers_.back();
    }

    void fill_up_to(std::size_t size) {
        if (size > file_.size()) {
            file_.add(std::string(size - file_.size(), '\0'));
        }
    }

    void add_bytes(Elf64_Shdr &to, std::string_view bytes) {
        to.sh_size = bytes.size();
        file_.add(std::string(bytes));
    }

    void add_pieces(const merged_section &of) {
        const std::size_t start = file_.size();
        for (const auto &[first, bytes] : of.pieces) {
            fill_up_to(start + first);
            file_.refer(bytes);
        }
    }

    support::text_parts written() {
        std::size_t of_relocations = 0;
        for (const merged_section &one : sections_) {
            Elf64_Shdr &head = add_header(one.name, one.type, one.flags, one.alignment);
            head.sh_entsize = one.record_size;
            head.sh_size = one.size;
            add_pieces(one);
            of_relocations += one.relocations.empty() ? 0 : 1;
        }
        const std::size_t symbol_table = sections_.size() + of_relocations + 1;
        for (std::size_t i = 0; i < sections_.size(); i++) {
            if (!sections_[i].relocations.empty()) {
                Elf64_Shdr &head =
                    add_header(".rela" + sections_[i].name, SHT_RELA, SHF_INFO_LINK, 8);
                head.sh_entsize = sizeof(Elf64_Rela);
                head.sh_link = static_cast<std::uint32_t>(symbol_table);
                head.sh_info = static_cast<std::uint32_t>(i + 1);
                add_bytes(head, support::bytes_of(sections_[i].relocations));
            }
        }
        Elf64_Shdr &symbols = add_header(".symtab", SHT_SYMTAB, 0, 8);
        symbols.sh_entsize = sizeof(Elf64_Sym);
        symbols.sh_link = static_cast<std::uint32_t>(symbol_table + 1);
        symbols.sh_info = static_cast<std::uint32_t>(locals_);
        add_bytes(symbols, support::bytes_of(symbols_));
        add_bytes(add_header(".strtab", SHT_STRTAB, 0, 1), names_.bytes());
        add_header(".note.GNU-stack", SHT_PROGBITS, 0, 1); // no stack need be executable
        Elf64_Shdr &texts = add_header(".shstrtab", SHT_STRTAB, 0, 1);
        add_bytes(texts, section_names_.bytes());
        write_head();
        return std::move(file_);
    }

    void write_head() {
        Elf64_Ehdr head = {};
        const unsigned char mark[] = {ELFMAG0,    ELFMAG1,     ELFMAG2,    ELFMAG3,
                                      ELFCLASS64, ELFDATA2LSB, EV_CURRENT, ELFOSABI_SYSV};
        std::copy(std::begin(mark), std::end(mark), head.e_ident);
        head.e_type = ET_REL;
        head.e_machine = EM_X86_64;
        head.e_version = EV_CURRENT;
        head.e_ehsize = sizeof head;
        head.e_shentsize = sizeof(Elf64_Shdr);
        head.e_shnum = static_cast<std::uint16_t>(headers_.size());
        head.e_shstrndx = static_cast<std::uint16_t>(headers_.size() - 1);
        fill_up_to(aligned_up(file_.size(), 8));
        head.e_shoff = file_.size();
        std::memcpy(head_.data(), &head, sizeof head);
        file_.add(std::string(support::bytes_of(headers_)));
    }
};

} // namespace

std::optional<support::text_parts> merged_object(const program_objects &objects) {
    std::vector<elf_object> all = objects.constants;
    for (const std::string &one : objects.files) {
        std::optional<elf_object> read = elf_object::read(one);
        if (!read) {
            return std::nullopt;
        }
        all.push_back(std::move(*read));
    }
    return merged_object(std::move(all));
}

support::text_parts merged_object(std::vector<elf_object> objects) {
    return object_merger(std::move(objects)).merged();
}

} // namespace tiramisu::lower
