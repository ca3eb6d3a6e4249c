#include "driver/tensor_data.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace tiramisu::driver {

namespace {

/// The upper half of a float.
struct brain_float {
    std::uint16_t bits = 0;

    brain_float() = default;
    /// The nearest one; of two, that with an even last bit.
    explicit brain_float(double value) {
        const auto narrow = static_cast<float>(value);
        std::uint32_t all = 0;
        std::memcpy(&all, &narrow, sizeof all);
        bits = static_cast<std::uint16_t>((all + 0x7fff + (all >> 16 & 1)) >> 16);
    }
    explicit operator double() const {
        const std::uint32_t all = std::uint32_t{bits} << 16;
        float value = 0;
        std::memcpy(&value, &all, sizeof value);
        return static_cast<double>(value);
    }
};

/// An IEEE half. C++17 has no type for it, and not every compiler has one of its own.
struct half_float {
    std::uint16_t bits = 0;

    half_float() = default;
    /// The nearest one; of two, that with an even last bit. Infinite beyond the largest.
    explicit half_float(double value) {
        constexpr double largest = 65520; // half way to what would be the next one
        const double magnitude = std::abs(value);
        int exponent = -13;
        if (magnitude > 0) {
            std::frexp(magnitude, &exponent); // magnitude < 2^exponent
        }
        // Below 2^-14 all have the same distance.
        const int last_bit = std::max(exponent, -13) - 11;
        const double whole = std::nearbyint(std::ldexp(magnitude, -last_bit));
        const int field =
            magnitude >= largest ? 31 << 10 : static_cast<int>(whole) + ((last_bit + 24) << 10);
        bits = static_cast<std::uint16_t>((std::signbit(value) ? 1 << 15 : 0) | field);
    }
    explicit operator double() const {
        const int exponent = bits >> 10 & 31, fraction = bits & 1023;
        const double magnitude = exponent == 31  ? (fraction == 0 ? HUGE_VAL : std::nan(""))
                                 : exponent == 0 ? std::ldexp(fraction, -24)
                                                 : std::ldexp(fraction + 1024, exponent - 25);
        return bits >> 15 == 1 ? -magnitude : magnitude;
    }
};

bool has_sign(nn::element_type type) {
    return type != nn::element_type::u8;
}

bool is_integer(nn::element_type type) {
    return nn::accumulation_type(type) == nn::element_type::s32;
}

} // namespace

template <typename Use>
auto tensor_data::with_type(const Use &use) const {
    switch (type_) {
    case nn::element_type::f16: return use(half_float());
    case nn::element_type::bf16: return use(brain_float());
    case nn::element_type::s32: return use(std::int32_t());
    case nn::element_type::s8: return use(std::int8_t());
    case nn::element_type::u8: return use(std::uint8_t());
    case nn::element_type::f32: break;
    }
    return use(float());
}

tensor_data::tensor_data(nn::element_type type, std::size_t count)
    : type_(type), count_(count), bytes_(count * nn::bytes_of(type)) {}

void tensor_data::fill(std::mt19937 &source) {
    std::uniform_real_distribution<float> reals(-1, 1);
    std::uniform_int_distribution<int> integers(has_sign(type_) ? -8 : 0, 8);
    for (std::size_t i = 0; i < count_; i++) {
        set(i, is_integer(type_) ? integers(source) : static_cast<double>(reals(source)));
    }
}

void tensor_data::take_absolute_values() {
    for (std::size_t i = 0; i < count_; i++) {
        set(i, std::abs((*this)[i]));
    }
}

void tensor_data::thin_out(double density, std::mt19937 &source) {
    std::bernoulli_distribution stays(density);
    for (std::size_t i = 0; i < count_; i++) {
        if (!stays(source)) {
            set(i, 0);
        }
    }
}

double tensor_data::operator[](std::size_t place) const {
    return with_type([&](auto element) {
        std::memcpy(&element, bytes_.data() + place * sizeof element, sizeof element);
        return static_cast<double>(element);
    });
}

void tensor_data::set(std::size_t place, double value) {
    with_type([&](auto element) {
        element = static_cast<decltype(element)>(value);
        std::memcpy(bytes_.data() + place * sizeof element, &element, sizeof element);
        return 0;
    });
}

double largest_difference(const tensor_data &expected, const tensor_data &found) {
    double largest = 0, difference = 0;
    for (std::size_t i = 0; i < expected.size(); i++) {
        const double apart = std::abs(expected[i] - found[i]);
        if (!std::isfinite(apart)) {
            return std::numeric_limits<double>::infinity();
        }
        largest = std::max(largest, std::abs(expected[i]));
        difference = std::max(difference, apart);
    }
    return difference == 0 ? 0 : difference / largest;
}

} // namespace tiramisu::driver
