#include "polyhedral/loop_transform.h"

#include <cstdint>
#include <cstdlib>
#include <string>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {

namespace {

std::vector<std::string> identity_expressions(int n) {
    std::vector<std::string> expressions;
    for (int i = 0; i < n; ++i) {
        expressions.push_back("x" + std::to_string(i));
    }
    return expressions;
}

isl::map with_loops(const isl::map &loops, const std::vector<std::string> &expressions) {
    return loops.apply_range(range_map(loops.ctx(), range_dims(loops), expressions));
}

std::string linear(int a, const std::string &x, int b, const std::string &y) {
    return std::to_string(a) + "*" + x + " + " + std::to_string(b) + "*" + y;
}

} // namespace

isl::map identity_loops(const isl::set &domain) {
    isl_map *identity = isl_set_identity(domain.copy());
    return isl::manage(isl_map_reset_tuple_id(identity, isl_dim_out));
}

isl::map split(const isl::map &loops, int level, int factor) {
    std::vector<std::string> expressions = identity_expressions(range_dims(loops));
    const std::string loop = expressions[static_cast<std::size_t>(level)];
    const std::string by = std::to_string(factor);
    expressions[static_cast<std::size_t>(level)] = "floor(" + loop + "/" + by + ")";
    expressions.insert(expressions.begin() + level + 1, loop + " mod " + by);
    return with_loops(loops, expressions);
}

isl::map permute(const isl::map &loops, const std::vector<int> &order) {
    std::vector<std::string> expressions;
    for (int loop : order) {
        expressions.push_back("x" + std::to_string(loop));
    }
    return with_loops(loops, expressions);
}

isl::map shift(const isl::map &loops, int level, int amount) {
    std::vector<std::string> expressions = identity_expressions(range_dims(loops));
    expressions[static_cast<std::size_t>(level)] += " + " + std::to_string(amount);
    return with_loops(loops, expressions);
}

isl::map reverse(const isl::map &loops, int level) {
    std::vector<std::string> expressions = identity_expressions(range_dims(loops));
    std::string &loop = expressions[static_cast<std::size_t>(level)];
    loop = "-" + loop;
    return with_loops(loops, expressions);
}

isl::map skew(const isl::map &loops, int level, const std::array<int, 4> &abcd) {
    std::vector<std::string> expressions = identity_expressions(range_dims(loops));
    std::string &first = expressions[static_cast<std::size_t>(level)];
    std::string &second = expressions[static_cast<std::size_t>(level) + 1];
    const std::string x = first, y = second;
    first = linear(abcd[0], x, abcd[1], y);
    second = linear(abcd[2], x, abcd[3], y);
    return with_loops(loops, expressions);
}

std::array<int, 2> unimodular_completion(int a, int b) {
    if (b == 0) {
        return {0, a};
    }
    for (int d = 1; d <= std::abs(b); ++d) {
        const auto rest = static_cast<std::int64_t>(a) * d - 1; // b * c
        if (rest % b == 0) {
            return {static_cast<int>(rest / b), d};
        }
    }
    return {0, 1};
}

} // namespace tiramisu::poly
