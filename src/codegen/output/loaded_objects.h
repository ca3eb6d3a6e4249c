#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tiramisu::lower {

/// Machine code of object files that are linked with each other in this process's memory: what
/// Halide writes as ELF files for x86-64. Pages with code cannot be written, others not executed.
class loaded_objects {
public:
    /// The address of a symbol that no object defines; null where there is none.
    using outside_symbols = std::function<void *(const std::string &)>;

    /// Whether this process can load objects for the machine that it runs on.
    static constexpr bool know_this_machine() {
#if defined(__x86_64__)
        return true;
#else
        return false;
#endif
    }

    /// Null where an object has what is not known here: another format or machine, a kind of
    /// relocation, a symbol that nobody defines.
    static std::shared_ptr<const loaded_objects> load(const std::vector<std::string> &objects,
                                                      const outside_symbols &outside);
    virtual ~loaded_objects() = default;

    /// Of a global symbol; null where there is none.
    virtual void *address_of(const std::string &symbol) const = 0;
    virtual std::size_t bytes() const = 0; ///< of memory
};

} // namespace tiramisu::lower
