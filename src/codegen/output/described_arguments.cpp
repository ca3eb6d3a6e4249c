#include "codegen/output/described_arguments.h"

#include <limits>

#include "codegen/expressions/types.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

std::int32_t narrow(std::int64_t value) {
    if (value < 0 || value > std::numeric_limits<std::int32_t>::max()) {
        throw user_error("argument of a compiled function", "",
                         "an extent or stride is " + std::to_string(value) +
                             ", must be at least 0 and less than 2^31");
    }
    return static_cast<std::int32_t>(value);
}

} // namespace

described_arguments::described_arguments(const std::vector<jit_argument> &arguments) {
    std::size_t dimensions = 0;
    for (const jit_argument &argument : arguments) {
        dimensions += argument.extents().size();
    }
    // What is pointed at stays where it is.
    dimensions_.reserve(dimensions);
    buffers_.reserve(arguments.size());
    pointers_.reserve(arguments.size());
    for (const jit_argument &argument : arguments) {
        if (argument.is_buffer()) {
            add(argument);
            pointers_.push_back(&buffers_.back());
        } else {
            pointers_.push_back(argument.scalar());
        }
    }
}

void described_arguments::add(const jit_argument &buffer) {
    const std::vector<std::int64_t> &extents = buffer.extents();
    halide_buffer_t made = {};
    made.host = static_cast<std::uint8_t *>(buffer.data());
    made.type = storage_type(buffer.type());
    made.dimensions = static_cast<std::int32_t>(extents.size());
    made.dim = dimensions_.data() + dimensions_.size();
    std::int64_t stride = 1;
    for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent) {
        dimensions_.emplace_back(0, narrow(*extent), narrow(stride));
        stride *= *extent;
    }
    buffers_.push_back(made);
}

void described_arguments::set_data(std::size_t buffer, void *data) {
    buffers_.at(buffer).host = static_cast<std::uint8_t *>(data);
}

} // namespace tiramisu::lower
