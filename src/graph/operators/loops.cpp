#include "graph/operators/loops.h"

#include <limits>

namespace tiramisu::graph {

namespace {

/// Elements below which starting threads takes longer than the loop.
constexpr std::int64_t least_parallel = 1 << 15;

} // namespace

std::vector<var> iterators(const shape &extents, const std::string &prefix) {
    std::vector<var> made;
    for (std::size_t d = 0; d < extents.size(); d++) {
        made.emplace_back(prefix + std::to_string(d), 0, static_cast<std::int32_t>(extents[d]));
    }
    return made;
}

std::vector<expr> as_exprs(const std::vector<var> &list) {
    return {list.begin(), list.end()};
}

std::vector<expr> buffer_sizes(const shape &extents) {
    std::vector<expr> sizes;
    for (const std::int64_t one : extents) {
        sizes.emplace_back(static_cast<std::int32_t>(one));
    }
    return sizes.empty() ? std::vector<expr>{1} : sizes;
}

expr is_nan(const expr &value) {
    // The C library looks at the bits.
    const bool is_short = value.get_data_type() == p_float32;
    return tiramisu::call(is_short ? "isnanf" : "isnan", {value}, p_int32) != 0;
}

bool is_worth_threads(const shape &extents) {
    return count_of(extents) >= least_parallel;
}

void run_in_order(computation &what, const std::vector<var> &at, const shape &extents, int lanes) {
    if (at.empty()) {
        return;
    }
    if (extents.back() > 1) {
        what.vectorize(at.back(), lanes, tail::masked);
    }
    if (at.size() > 1 && extents.front() > 1 && is_worth_threads(extents)) {
        what.parallelize(at.front());
    }
}

expr extreme(primitive_t type, bool is_largest) {
    const auto of = [&](auto zero) {
        using limits = std::numeric_limits<decltype(zero)>;
        return expr::literal(type, is_largest ? limits::max() : limits::lowest());
    };
    switch (type) {
    case p_float32: {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        return expr::literal(type, static_cast<double>(is_largest ? infinity : -infinity));
    }
    case p_float64: {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        return expr::literal(type, is_largest ? infinity : -infinity);
    }
    case p_int8: return of(std::int8_t{});
    case p_int16: return of(std::int16_t{});
    case p_int32: return of(std::int32_t{});
    case p_int64: return of(std::int64_t{});
    case p_uint8: return of(std::uint8_t{});
    case p_uint16: return of(std::uint16_t{});
    case p_uint32: return of(std::uint32_t{});
    default: return of(std::uint64_t{});
    }
}

} // namespace tiramisu::graph
