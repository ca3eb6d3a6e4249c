#include "support/memory.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "support/short_floats.h"

namespace tiramisu::oracle {

namespace {

std::string element_text(const std::string &name, const std::vector<std::int64_t> &index) {
    std::string text = name + "[";
    for (std::size_t d = 0; d < index.size(); ++d) {
        text += (d == 0 ? "" : ", ") + std::to_string(index[d]);
    }
    return text + "]";
}

template <typename T>
void put(std::uint8_t *at, T number) {
    std::memcpy(at, &number, sizeof number);
}

void store(const value &element, std::uint8_t *at) {
    switch (size_in_bytes(element.type)) {
    case 1: put(at, static_cast<std::uint8_t>(element.integer)); return;
    case 2:
        put(at, is_short_float(element.type)
                    ? testing::short_float_bits(element.type, static_cast<float>(element.real))
                    : static_cast<std::uint16_t>(element.integer));
        return;
    case 4:
        if (element.type == p_float32) {
            put(at, static_cast<float>(element.real));
        } else {
            put(at, static_cast<std::uint32_t>(element.integer));
        }
        return;
    default:
        if (element.type == p_float64) {
            put(at, element.real);
        } else {
            put(at, element.integer);
        }
    }
}

value load(primitive_t type, const std::uint8_t *at) {
    if (type == p_float32) {
        float number;
        std::memcpy(&number, at, sizeof number);
        return value::of_real(type, static_cast<double>(number));
    }
    if (type == p_float64) {
        double number;
        std::memcpy(&number, at, sizeof number);
        return value::of_real(type, number);
    }
    if (is_short_float(type)) {
        std::uint16_t bits;
        std::memcpy(&bits, at, sizeof bits);
        return value::of_real(type, static_cast<double>(testing::short_float_value(type, bits)));
    }
    std::uint64_t bits = 0; // little-endian, as everything that generated code runs on
    std::memcpy(&bits, at, static_cast<std::size_t>(size_in_bytes(type)));
    return value::of_bits(type, bits);
}

} // namespace

bool is_exact(const value &number) {
    const double limit = number.type == p_float64 ? 1e15 : number.type == p_float16 ? 6e4 : 4e6;
    return !is_float(number.type) || std::abs(number.real) < limit || std::isinf(number.real);
}

array::array(primitive_t type, std::vector<std::int64_t> extents)
    : type_(type), extents_(std::move(extents)) {
    std::size_t size = 1;
    for (const std::int64_t extent : extents_) {
        size *= static_cast<std::size_t>(extent);
    }
    elements_.assign(size, is_float(type) ? value::of_real(type, 0) : value::of_integer(type, 0));
    has_value_.assign(size, false);
}

bool array::has(const std::vector<std::int64_t> &index) const {
    return std::equal(index.begin(), index.end(), extents_.begin(), extents_.end(),
                      [](std::int64_t at, std::int64_t extent) { return at >= 0 && at < extent; });
}

std::int64_t array::position(const std::string &name,
                             const std::vector<std::int64_t> &index) const {
    if (index.size() != extents_.size()) {
        throw meaningless(element_text(name, index) + " does not fit an array of rank " +
                          std::to_string(extents_.size()));
    }
    std::int64_t result = 0;
    for (std::size_t d = 0; d < index.size(); ++d) {
        if (index[d] < 0 || index[d] >= extents_[d]) {
            throw meaningless(element_text(name, index) + " is outside of " +
                              element_text(name, extents_));
        }
        result = result * extents_[d] + index[d];
    }
    return result;
}

const value &array::get(const std::string &name, std::int64_t position) const {
    if (!has_value_[static_cast<std::size_t>(position)]) {
        throw meaningless("element " + std::to_string(position) + " of " + name +
                          " is read before it has a value");
    }
    return (*this)[position];
}

void array::set(std::int64_t position, const value &element) {
    elements_[static_cast<std::size_t>(position)] = convert(element, type_);
    has_value_[static_cast<std::size_t>(position)] = true;
}

std::vector<std::uint8_t> array::bytes() const {
    const std::size_t width = static_cast<std::size_t>(size_in_bytes(type_));
    std::vector<std::uint8_t> result(elements_.size() * width);
    for (std::size_t i = 0; i < elements_.size(); ++i) {
        store(elements_[i], result.data() + i * width);
    }
    return result;
}

void array::set_bytes(const std::vector<std::uint8_t> &bytes) {
    const std::size_t width = static_cast<std::size_t>(size_in_bytes(type_));
    for (std::size_t i = 0; i < elements_.size(); ++i) {
        set(static_cast<std::int64_t>(i), load(type_, bytes.data() + i * width));
    }
}

} // namespace tiramisu::oracle
