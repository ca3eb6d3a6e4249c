#include "graph/compile/split_constants.h"

#include <cmath>

#include "graph/operators/numbers.h"

namespace tiramisu::graph {

namespace {

/// A float holds an integer of 24 bits: three digits of this many bits are more than 64.
constexpr int digit_bits = 22;
constexpr std::int64_t digit_base = std::int64_t{1} << digit_bits;

template <typename Number>
bool is_all_zero(const std::vector<Number> &rest) {
    for (const Number one : rest) {
        if (one != 0) {
            return false;
        }
    }
    return true;
}

tensor of(const std::vector<double> &numbers, const shape &extents) {
    return tensor_of({p_float32, extents}, numbers);
}

/// Each part is the float that is nearest to what the parts before it leave.
std::optional<std::vector<tensor>> parts_of(std::vector<double> rest, const shape &extents) {
    constexpr std::size_t most = 3; // of 24 bits each: a double has 53
    std::vector<tensor> parts;
    do {
        if (parts.size() == most) {
            return std::nullopt;
        }
        parts.push_back(of(rest, extents));
        const std::vector<double> stored = reals_of(parts.back());
        for (std::size_t i = 0; i < rest.size(); i++) {
            if (std::isfinite(rest[i]) && !std::isfinite(stored[i])) {
                return std::nullopt;
            }
            rest[i] = std::isfinite(rest[i]) ? rest[i] - stored[i] : 0;
        }
    } while (!is_all_zero(rest));
    return parts;
}

bool fits_floats(const std::vector<std::int64_t> &values) {
    constexpr std::int64_t largest = std::int64_t{1} << 24;
    for (const std::int64_t one : values) {
        if (one < -largest || one > largest) {
            return false;
        }
    }
    return true;
}

/// Digits, the last one first; the first one has the sign.
std::vector<tensor> parts_of(std::vector<std::int64_t> rest, const shape &extents) {
    std::vector<tensor> parts;
    while (!fits_floats(rest)) {
        std::vector<double> digits;
        for (std::int64_t &one : rest) {
            const std::int64_t digit = (one % digit_base + digit_base) % digit_base;
            digits.push_back(static_cast<double>(digit));
            one = (one - digit) / digit_base;
        }
        parts.push_back(of(digits, extents));
    }
    parts.push_back(of({rest.begin(), rest.end()}, extents));
    return parts;
}

} // namespace

std::optional<std::vector<tensor>> floats_of(const tensor &constant) {
    return is_float(constant.elements()) ? parts_of(reals_of(constant), constant.extents())
                                         : parts_of(constant.integers(), constant.extents());
}

expr of_floats(primitive_t type, const std::vector<expr> &parts) {
    if (type == p_boolean) {
        return parts.front() != 0.0f;
    }
    // The first digit of a large integer without a sign is that of the same bits with one.
    const auto digit = [type](const expr &part) {
        return cast(type, type == p_uint64 ? cast(p_int64, part) : part);
    };
    const expr base = cast(type, expr(static_cast<std::int32_t>(digit_base)));
    expr made = digit(parts.back());
    for (std::size_t i = parts.size() - 1; i-- > 0;) {
        made = (is_float(type) ? made : made * base) + digit(parts[i]);
    }
    return made;
}

} // namespace tiramisu::graph
