#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>
#include <vector>

#include "codegen/expressions/halide.h"
#include "tiramisu/jit.h"

namespace tiramisu::lower {

/// Arguments as generated functions take them: halide_buffer_t, and scalars where they are.
class described_arguments {
public:
    described_arguments() = default;
    /// Refers to the scalars of `arguments`, and to `memory`, of which it takes what it needs.
    /// Throws user_error if an extent or a stride takes more than 31 bits, or elements have no
    /// type.
    described_arguments(const std::vector<jit_argument> &arguments, source_place where,
                        std::pmr::memory_resource *memory = std::pmr::new_delete_resource());

    /// The arguments as an argv wrapper takes them.
    const void *const *pointers() const { return pointers_.data(); }
    /// Sets the memory of buffer argument number `buffer`; buffers come first.
    void set_data(std::size_t buffer, void *data);

private:
    std::pmr::vector<halide_dimension_t> dimensions_; ///< of all buffers
    std::pmr::vector<halide_buffer_t> buffers_;
    std::pmr::vector<const void *> pointers_;

    void add(const jit_argument &buffer, source_place where);
};

/// Memory on the stack in which the arguments of most functions are described: a call then
/// allocates nothing.
class description_memory : public std::pmr::monotonic_buffer_resource {
public:
    description_memory() : monotonic_buffer_resource(room_.data(), room_.size()) {}

private:
    alignas(std::max_align_t) std::array<std::byte, 2048> room_;
};

} // namespace tiramisu::lower
