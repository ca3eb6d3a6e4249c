#include "tiramisu/graph/tensor.h"

#include <limits>

#include "tiramisu/error.h"

namespace tiramisu::graph {

namespace {

template <typename T>
std::vector<std::int64_t> widened(const void *data, std::int64_t count) {
    const T *const first = static_cast<const T *>(data);
    return {first, first + count};
}

} // namespace

std::int64_t count_of(const shape &extents) {
    std::int64_t count = 1;
    for (const std::int64_t size : extents) {
        if (size < 0 || __builtin_mul_overflow(count, size, &count)) {
            throw user_error("tensor", "",
                             "has the sizes " + to_text(extents) +
                                 ", must have less than 2^63 elements, none of them below 0");
        }
    }
    return count;
}

std::string to_text(const shape &extents) {
    std::string text;
    for (const std::int64_t size : extents) {
        text += (text.empty() ? "" : "x") + std::to_string(size);
    }
    return text.empty() ? "scalar" : text;
}

std::string to_text(const tensor_type &type) {
    return to_string(type.elements) + " " + to_text(type.extents);
}

tensor tensor::reshaped(const shape &extents) const {
    if (count_of(extents) != count()) {
        throw internal_error("tensor of " + to_text(type_) + " as " + to_text(extents));
    }
    tensor made = *this;
    made.type_.extents = extents;
    return made;
}

std::vector<std::int64_t> tensor::integers() const {
    switch (type_.elements) {
    case p_int64: return widened<std::int64_t>(data_.get(), count());
    case p_int32: return widened<std::int32_t>(data_.get(), count());
    case p_int16: return widened<std::int16_t>(data_.get(), count());
    case p_uint16: return widened<std::uint16_t>(data_.get(), count());
    case p_uint32: return widened<std::uint32_t>(data_.get(), count());
    case p_uint64: return widened<std::uint64_t>(data_.get(), count());
    case p_int8: return widened<std::int8_t>(data_.get(), count());
    case p_uint8:
    case p_boolean: return widened<std::uint8_t>(data_.get(), count());
    default: throw internal_error("integers of a tensor of " + to_text(type_));
    }
}

void tensor::require_count(std::size_t values, std::size_t size) const {
    if (static_cast<std::int64_t>(values) != count() ||
        static_cast<int>(size) != size_in_bytes(type_.elements)) {
        throw internal_error(std::to_string(values) + " values of a tensor of " + to_text(type_));
    }
}

void tensor::require_elements(std::size_t size, primitive_t type) const {
    const bool is_byte_of_boolean = type_.elements == p_boolean && size == 1;
    if (type != type_.elements && !is_byte_of_boolean) {
        throw internal_error("a tensor of " + to_text(type_) + " as one of " + to_string(type));
    }
}

} // namespace tiramisu::graph
