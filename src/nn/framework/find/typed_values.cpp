#include "nn/framework/find/typed_values.h"

#include <cstring>

#include "nn/framework/find/trial.h"
#include "support/narrow_floats.h"
#include "tiramisu/error.h"

namespace tiramisu::nn {

namespace {

/// How a float of 16 bits is made of a sign, an exponent and a fraction.
struct short_format {
    int fraction_bits, bias;
};
constexpr short_format half = {10, 15}, bfloat = {7, 127};

/// One from 1/32 to 1, or the same below 0.
std::uint16_t random_number(const short_format &format, std::mt19937 &source) {
    const auto bits = static_cast<std::uint32_t>(source());
    const std::uint32_t sign = bits & 0x8000,
                        exponent = static_cast<std::uint32_t>(format.bias) - 1 - (bits >> 16) % 5,
                        fraction = bits & ((1U << format.fraction_bits) - 1);
    return static_cast<std::uint16_t>(sign | exponent << format.fraction_bits | fraction);
}

template <typename T, typename Next>
void fill(std::vector<std::uint8_t> &bytes, const Next &next) {
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
        const T value = next();
        std::memcpy(bytes.data() + at, &value, sizeof(T));
    }
}

template <typename T, typename Value>
std::vector<float> read(const std::vector<std::uint8_t> &bytes, const Value &value) {
    std::vector<float> all;
    all.reserve(bytes.size() / sizeof(T));
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
        T one;
        std::memcpy(&one, bytes.data() + at, sizeof(T));
        all.push_back(value(one));
    }
    return all;
}

template <typename T>
std::vector<float> read(const std::vector<std::uint8_t> &bytes) {
    return read<T>(bytes, [](T one) { return static_cast<float>(one); });
}

} // namespace

typed_values typed_values::random(element_type type, std::size_t count, std::mt19937 &source) {
    typed_values made(type, count);
    switch (type) {
    case element_type::f32: {
        std::uniform_real_distribution<float> numbers(-1, 1);
        fill<float>(made.bytes_, [&] { return numbers(source); });
        break;
    }
    case element_type::f16:
        fill<std::uint16_t>(made.bytes_, [&] { return random_number(half, source); });
        break;
    case element_type::bf16:
        fill<std::uint16_t>(made.bytes_, [&] { return random_number(bfloat, source); });
        break;
    case element_type::s32: {
        std::uniform_int_distribution<std::int32_t> numbers(-1000, 1000);
        fill<std::int32_t>(made.bytes_, [&] { return numbers(source); });
        break;
    }
    case element_type::s8:
    case element_type::u8:
        fill<std::uint8_t>(made.bytes_, [&] { return static_cast<std::uint8_t>(source() >> 8); });
        break;
    }
    return made;
}

std::vector<float> typed_values::floats() const {
    switch (type_) {
    case element_type::f32: return read<float>(bytes_);
    case element_type::f16: return read<std::uint16_t>(bytes_, support::half_value);
    case element_type::bf16: return read<std::uint16_t>(bytes_, support::bfloat_value);
    case element_type::s32: return read<std::int32_t>(bytes_);
    case element_type::s8: return read<std::int8_t>(bytes_);
    case element_type::u8: return read<std::uint8_t>(bytes_);
    }
    throw internal_error("unknown element type");
}

} // namespace tiramisu::nn
