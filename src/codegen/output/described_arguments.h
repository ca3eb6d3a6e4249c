#pragma once

#include <memory>
#include <vector>

#include "codegen/expressions/halide.h"
#include "tiramisu/jit.h"

namespace tiramisu::lower {

/// Arguments as generated functions take them: halide_buffer_t, and scalars where they are.
class described_arguments {
public:
    described_arguments() = default;
    /// Refers to the scalars of `arguments`. Throws user_error if an extent or a stride takes more
    /// than 31 bits, or elements have no type.
    described_arguments(const std::vector<jit_argument> &arguments, source_place where);

    /// The arguments as an argv wrapper takes them.
    const void *const *pointers() const { return pointers_.data(); }
    /// Sets the memory of buffer argument number `buffer`; buffers come first.
    void set_data(std::size_t buffer, void *data);

private:
    std::vector<halide_dimension_t> dimensions_; ///< of all buffers
    std::vector<halide_buffer_t> buffers_;
    std::vector<const void *> pointers_;

    void add(const jit_argument &buffer, source_place where);
};

} // namespace tiramisu::lower
