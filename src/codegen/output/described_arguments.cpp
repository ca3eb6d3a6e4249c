#include "codegen/output/described_arguments.h"

#include <limits>

#include "codegen/expressions/types.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

[[noreturn]] void refuse(std::size_t argument, const std::string &found, source_place where) {
    throw user_error("compiled function", "",
                     "argument " + std::to_string(argument) + " has " + found, where);
}

std::int32_t narrow(std::int64_t value, std::size_t argument, source_place where) {
    if (value < 0 || value > std::numeric_limits<std::int32_t>::max()) {
        refuse(argument,
               "an extent or stride of " + std::to_string(value) +
                   ", must be at least 0 and less than 2^31",
               where);
    }
    return static_cast<std::int32_t>(value);
}

halide_type_t type_of(const jit_argument &buffer, std::size_t argument, source_place where) {
    if (buffer.type() <= p_none || buffer.type() > p_bfloat16) {
        refuse(argument,
               "a type that no elements have (number " +
                   std::to_string(static_cast<int>(buffer.type())) + ")",
               where);
    }
    return storage_type(buffer.type());
}

} // namespace

described_arguments::described_arguments(const std::vector<jit_argument> &arguments,
                                         source_place where, std::pmr::memory_resource *memory)
    : dimensions_(memory), buffers_(memory), pointers_(memory) {
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
            add(argument, where);
            pointers_.push_back(&buffers_.back());
        } else {
            pointers_.push_back(argument.scalar());
        }
    }
}

void described_arguments::add(const jit_argument &buffer, source_place where) {
    const std::size_t number = pointers_.size();
    const std::vector<std::int64_t> &extents = buffer.extents();
    halide_buffer_t made = {};
    made.host = static_cast<std::uint8_t *>(buffer.data());
    made.type = type_of(buffer, number, where);
    made.dimensions = static_cast<std::int32_t>(extents.size());
    made.dim = dimensions_.data() + dimensions_.size();
    std::int64_t stride = 1;
    for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent) {
        dimensions_.emplace_back(0, narrow(*extent, number, where), narrow(stride, number, where));
        stride *= *extent;
    }
    buffers_.push_back(made);
}

void described_arguments::set_data(std::size_t buffer, void *data) {
    buffers_.at(buffer).host = static_cast<std::uint8_t *>(data);
}

} // namespace tiramisu::lower
