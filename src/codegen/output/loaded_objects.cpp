#include "codegen/output/loaded_objects.h"

#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <optional>

#include "codegen/output/elf_object.h"

namespace tiramisu::lower {

namespace {

/// Ends the loading of objects.
struct not_loadable {};

void require_loadable(bool is_so) {
    if (!is_so) {
        throw not_loadable();
    }
}

/// Pages that are written first, and then protected.
class pages {
public:
    explicit pages(std::size_t size) : size_(size) {
        void *const found =
            mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        require_loadable(found != MAP_FAILED);
        first_ = static_cast<char *>(found);
    }
    ~pages() { munmap(first_, size_); }
    pages(const pages &) = delete;
    pages &operator=(const pages &) = delete;

    char *at(std::size_t offset) const { return first_ + offset; }
    std::size_t size() const { return size_; }
    void protect(std::size_t first, std::size_t size, int protection) const {
        require_loadable(size == 0 || mprotect(first_ + first, size, protection) == 0);
    }

private:
    char *first_ = nullptr;
    std::size_t size_;
};

/// Where parts of one protection lie, each behind the other.
struct area {
    std::size_t first = 0, size = 0;

    std::size_t add(std::size_t bytes, std::size_t alignment) {
        const std::size_t place = aligned_up(size, alignment);
        size = place + bytes;
        return place;
    }
};

/// What jumps to a function that is too far away for a call: jmp *[rip + 0], and its address.
constexpr std::size_t stub_size = 16;
constexpr unsigned char stub_code[] = {0xff, 0x25, 0, 0, 0, 0};

class linked_objects : public loaded_objects {
public:
    linked_objects(const std::vector<std::string> &objects, const outside_symbols &outside) {
        for (const std::string &bytes : objects) {
            std::optional<elf_object> read = elf_object::read(bytes);
            require_loadable(read.has_value());
            objects_.push_back({std::move(*read), {}, {}});
        }
        place();
        memory_.emplace(code_.size + constants_.size + data_.size);
        copy();
        define(outside);
        for (const placed &one : objects_) {
            for (const elf_object::relocation &change : one.what.relocations) {
                relocate(one, change);
            }
        }
        memory_->protect(code_.first, code_.size, PROT_READ | PROT_EXEC);
        memory_->protect(constants_.first, constants_.size, PROT_READ);
        objects_.clear();
    }

    void *address_of(const std::string &symbol) const override {
        const auto found = globals_.find(symbol);
        return found == globals_.end() ? nullptr : found->second;
    }
    std::size_t bytes() const override { return memory_->size(); }

private:
    struct placed {
        elf_object what;
        std::vector<std::size_t> places; ///< of sections in their areas, then in the memory
        std::vector<char *> symbols;     ///< addresses, by number
    };

    std::vector<placed> objects_;
    area code_, constants_, data_;
    std::optional<pages> memory_;
    std::map<std::string, char *> globals_;
    std::map<char *, char *> stubs_, slots_; ///< by the address that they lead to
    std::size_t next_stub_ = 0, next_slot_ = 0;

    area &area_of(const elf_object::section &one) {
        return one.is_code ? code_ : one.is_written ? data_ : constants_;
    }

    /// Also stubs and slots, as many as there are symbols.
    void place() {
        std::size_t symbols = 0;
        for (placed &one : objects_) {
            symbols += one.what.symbols.size();
            for (const elf_object::section &section : one.what.sections) {
                require_loadable(section.size < std::size_t{1} << 30);
                one.places.push_back(
                    section.is_loaded ? area_of(section).add(section.size, section.alignment) : 0);
            }
        }
        next_stub_ = code_.add(symbols * stub_size, stub_size);
        next_slot_ = constants_.add(symbols * sizeof(char *), sizeof(char *));
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        std::size_t end = 0;
        for (area *one : {&code_, &constants_, &data_}) {
            one->first = end;
            one->size = aligned_up(one->size, page);
            end += one->size;
        }
        require_loadable(end < std::size_t{1} << 30); // relative addresses have 32 bits
        next_stub_ += code_.first;
        next_slot_ += constants_.first;
    }

    void copy() {
        for (placed &one : objects_) {
            for (std::size_t i = 0; i < one.places.size(); i++) {
                const elf_object::section &section = one.what.sections[i];
                one.places[i] += area_of(section).first;
                if (!section.bytes.empty()) {
                    std::memcpy(memory_->at(one.places[i]), section.bytes.data(),
                                section.bytes.size());
                }
            }
        }
    }

    void define(const outside_symbols &outside) {
        for (const bool is_weak : {false, true}) {
            for (const placed &one : objects_) {
                for (const elf_object::symbol &symbol : one.what.symbols) {
                    if (symbol.section && !symbol.is_local && symbol.is_weak == is_weak) {
                        const bool is_new =
                            globals_.emplace(symbol.name, address(one, symbol)).second;
                        require_loadable(is_new || is_weak);
                    }
                }
            }
        }
        for (placed &one : objects_) {
            for (const elf_object::symbol &symbol : one.what.symbols) {
                one.symbols.push_back(found(one, symbol, outside));
            }
        }
    }

    char *address(const placed &one, const elf_object::symbol &symbol) const {
        const elf_object::section &section = one.what.sections[*symbol.section];
        require_loadable(section.is_loaded ? symbol.value <= section.size : symbol.is_local);
        return memory_->at(one.places[*symbol.section]) + symbol.value;
    }

    char *found(const placed &one, const elf_object::symbol &symbol,
                const outside_symbols &outside) const {
        if (symbol.section && symbol.is_local) {
            return address(one, symbol);
        }
        if (symbol.name.empty() || symbol.is_local) {
            return nullptr; // the first symbol, and the name of the source file
        }
        const auto global = globals_.find(symbol.name);
        char *const known =
            global != globals_.end() ? global->second : static_cast<char *>(outside(symbol.name));
        require_loadable(known != nullptr);
        return known;
    }

    void relocate(const placed &one, const elf_object::relocation &change) {
        const elf_object::section &section = one.what.sections[change.section];
        char *const symbol = one.symbols[change.symbol];
        const bool is_wide = change.kind == R_X86_64_64 || change.kind == R_X86_64_PC64;
        const std::size_t width = is_wide ? 8 : 4;
        require_loadable(section.size >= width && change.offset <= section.size - width);
        char *const place = memory_->at(one.places[change.section]) + change.offset;
        switch (change.kind) {
        case R_X86_64_64:
            write(place, reinterpret_cast<std::int64_t>(symbol) + change.addend);
            return;
        case R_X86_64_PC64: write(place, symbol - place + change.addend); return;
        case R_X86_64_PC32: write_near(place, symbol, change.addend); return;
        case R_X86_64_PLT32:
            write_near(place, is_inside(symbol) ? symbol : stub_to(symbol), change.addend);
            return;
        case R_X86_64_GOTPCREL:
        case R_X86_64_GOTPCRELX:
        case R_X86_64_REX_GOTPCRELX: write_near(place, slot_of(symbol), change.addend); return;
        default: throw not_loadable();
        }
    }

    template <typename Number>
    static void write(char *place, Number value) {
        std::memcpy(place, &value, sizeof value);
    }

    void write_near(char *place, const char *symbol, std::int64_t addend) const {
        require_loadable(is_inside(symbol));
        write(place, static_cast<std::int32_t>(symbol - place + addend));
    }

    bool is_inside(const char *symbol) const {
        return symbol >= memory_->at(0) && symbol <= memory_->at(memory_->size());
    }

    char *stub_to(char *function) {
        char *&stub = stubs_[function];
        if (stub == nullptr) {
            stub = memory_->at(next_stub_);
            next_stub_ += stub_size;
            std::memcpy(stub, stub_code, sizeof stub_code);
            write(stub + sizeof stub_code, function);
        }
        return stub;
    }

    char *slot_of(char *symbol) {
        char *&slot = slots_[symbol];
        if (slot == nullptr) {
            slot = memory_->at(next_slot_);
            next_slot_ += sizeof symbol;
            write(slot, symbol);
        }
        return slot;
    }
};

} // namespace

std::shared_ptr<const loaded_objects> loaded_objects::load(const std::vector<std::string> &objects,
                                                           const outside_symbols &outside) {
    try {
        return std::make_shared<const linked_objects>(objects, outside);
    } catch (const not_loadable &) {
        return nullptr;
    }
}

} // namespace tiramisu::lower
