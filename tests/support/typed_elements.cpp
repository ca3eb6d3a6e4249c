#include "support/typed_elements.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "support/short_floats.h"

namespace tiramisu::oracle {

namespace {

using nn::element_type;

primitive_t short_type(element_type type) {
    return type == element_type::f16 ? p_float16 : p_bfloat16;
}

template <typename T, typename Convert>
std::vector<std::uint8_t> stored(const std::vector<float> &numbers, const Convert &convert) {
    std::vector<std::uint8_t> bytes(numbers.size() * sizeof(T));
    for (std::size_t i = 0; i < numbers.size(); i++) {
        const T one = convert(numbers[i]);
        std::memcpy(bytes.data() + i * sizeof(T), &one, sizeof(T));
    }
    return bytes;
}

template <typename T>
std::vector<std::uint8_t> stored(const std::vector<float> &numbers) {
    return stored<T>(numbers, [](float one) { return static_cast<T>(one); });
}

template <typename T, typename Convert>
std::vector<double> loaded(const std::vector<std::uint8_t> &bytes, const Convert &convert) {
    std::vector<double> numbers(bytes.size() / sizeof(T));
    for (std::size_t i = 0; i < numbers.size(); i++) {
        T one;
        std::memcpy(&one, bytes.data() + i * sizeof(T), sizeof(T));
        numbers[i] = convert(one);
    }
    return numbers;
}

template <typename T>
std::vector<double> loaded(const std::vector<std::uint8_t> &bytes) {
    return loaded<T>(bytes, [](T one) { return static_cast<double>(one); });
}

/// Half of the distance from 1 to the next number.
double unit_roundoff(element_type type) {
    return std::ldexp(1.0, type == element_type::bf16 ? -8 : type == element_type::f16 ? -11 : -24);
}

} // namespace

std::vector<float> random_elements(element_type type, std::size_t count, std::mt19937 &source) {
    std::vector<float> all(count);
    const auto number = [&](int smallest, int largest) {
        return static_cast<float>(std::uniform_int_distribution<int>(smallest, largest)(source));
    };
    for (float &one : all) {
        one = type == element_type::s8    ? number(-128, 127)
              : type == element_type::u8  ? number(0, 255)
              : type == element_type::s32 ? number(-1000, 1000)
                                          : number(-127, 127) / 64;
    }
    return all;
}

std::vector<std::uint8_t> bytes_of(element_type type, const std::vector<float> &numbers) {
    switch (type) {
    case element_type::f32: return stored<float>(numbers);
    case element_type::s32: return stored<std::int32_t>(numbers);
    case element_type::s8: return stored<std::int8_t>(numbers);
    case element_type::u8: return stored<std::uint8_t>(numbers);
    default: break;
    }
    return stored<std::uint16_t>(
        numbers, [=](float one) { return testing::short_float_bits(short_type(type), one); });
}

std::vector<double> numbers_of(element_type type, const std::vector<std::uint8_t> &bytes) {
    switch (type) {
    case element_type::f32: return loaded<float>(bytes);
    case element_type::s32: return loaded<std::int32_t>(bytes);
    case element_type::s8: return loaded<std::int8_t>(bytes);
    case element_type::u8: return loaded<std::uint8_t>(bytes);
    default: break;
    }
    return loaded<std::uint16_t>(bytes, [=](std::uint16_t bits) {
        return static_cast<double>(testing::short_float_value(short_type(type), bits));
    });
}

void bounded_sum::add(double term) {
    value += term;
    magnitude += std::abs(term);
}

bool is_near(element_type type, const bounded_sum &expected, int terms, double found) {
    // A sum of n products in any order is off by (n + 1) u of the sum of their sizes, to first
    // order (Higham, Accuracy and stability of numerical algorithms, section 3.1); alpha, beta, the
    // bias and a conversion are four roundings more.
    const double of_sum = (terms + 5) * unit_roundoff(element_type::f32) * expected.magnitude;
    switch (type) {
    case element_type::s32: return found == expected.value;
    case element_type::s8:
    case element_type::u8: {
        const double low = type == element_type::s8 ? -128 : 0, high = low + 255;
        return std::abs(found - std::clamp(expected.value, low, high)) <= 0.5 + of_sum;
    }
    default: break;
    }
    const double smallest = type == element_type::f16 ? std::ldexp(1.0, -25) : 1e-40;
    return std::abs(found - expected.value) <=
           of_sum + unit_roundoff(type) * (std::abs(expected.value) + of_sum) + smallest;
}

} // namespace tiramisu::oracle
