#include "polyhedral/loop_transform.h"

#include <algorithm>
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

// "2*x0 + -1*x1"
std::string linear(const std::vector<int> &factors, const std::vector<std::string> &loops) {
    std::string sum;
    for (std::size_t i = 0; i < factors.size(); ++i) {
        sum += (i == 0 ? "" : " + ") + std::to_string(factors[i]) + "*" + loops[i];
    }
    return sum;
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

isl::map transform(const isl::map &loops, int level, const integer_matrix &matrix) {
    std::vector<std::string> expressions = identity_expressions(range_dims(loops));
    const auto first = expressions.begin() + level;
    const std::vector<std::string> old(first, first + static_cast<long>(matrix.size()));
    std::transform(matrix.begin(), matrix.end(), first,
                   [&](const std::vector<int> &row) { return linear(row, old); });
    return with_loops(loops, expressions);
}

isl::map collapse(const isl::map &loops, int level, long lower, long extent) {
    std::vector<std::string> expressions = identity_expressions(range_dims(loops));
    const auto outer = expressions.begin() + level;
    const auto inner = outer + 1;
    *outer = std::to_string(extent) + "*" + *outer + " + " + *inner + " - (" +
             std::to_string(lower) + ")";
    expressions.erase(inner);
    return with_loops(loops, expressions);
}

} // namespace tiramisu::poly
