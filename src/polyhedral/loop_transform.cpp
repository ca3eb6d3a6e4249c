#include "polyhedral/loop_transform.h"

#include <algorithm>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {

namespace {

/// The loops as functions of the loops.
std::vector<isl::aff> functions_of(const isl::map &loops) {
    return dimensions(loops.ctx(), range_dims(loops));
}

isl::map with_loops(const isl::map &loops, const std::vector<isl::aff> &functions) {
    return loops.apply_range(from_functions(loops.ctx(), range_dims(loops), functions));
}

isl::val number(isl::ctx ctx, long value) {
    return isl::manage(isl_val_int_from_si(ctx.get(), value));
}

isl::aff times(const isl::aff &loop, long factor) {
    return loop.scale(number(loop.ctx(), factor));
}

isl::aff plus(const isl::aff &loop, long constant) {
    return loop.add_constant(number(loop.ctx(), constant));
}

isl::aff sum(const std::vector<int> &factors, const std::vector<isl::aff> &loops) {
    isl::aff all = times(loops.front(), factors.front());
    for (std::size_t i = 1; i < factors.size(); ++i) {
        all = all.add(times(loops[i], factors[i]));
    }
    return all;
}

} // namespace

isl::map identity_loops(const isl::set &domain) {
    isl_map *identity = isl_set_identity(domain.copy());
    return isl::manage(isl_map_reset_tuple_id(identity, isl_dim_out));
}

isl::map split(const isl::map &loops, int level, int factor) {
    std::vector<isl::aff> functions = functions_of(loops);
    const isl::val by = number(loops.ctx(), factor);
    const auto at = functions.begin() + level;
    const isl::aff inner = at->mod(by);
    *at = at->scale_down(by).floor();
    functions.insert(at + 1, inner);
    return with_loops(loops, functions);
}

isl::map permute(const isl::map &loops, const std::vector<int> &order) {
    return select_range(loops, order);
}

isl::map shift(const isl::map &loops, int level, int amount) {
    std::vector<isl::aff> functions = functions_of(loops);
    isl::aff &loop = functions[static_cast<std::size_t>(level)];
    loop = plus(loop, amount);
    return with_loops(loops, functions);
}

isl::map reverse(const isl::map &loops, int level) {
    std::vector<isl::aff> functions = functions_of(loops);
    isl::aff &loop = functions[static_cast<std::size_t>(level)];
    loop = loop.neg();
    return with_loops(loops, functions);
}

isl::map transform(const isl::map &loops, int level, const integer_matrix &matrix) {
    std::vector<isl::aff> functions = functions_of(loops);
    const auto first = functions.begin() + level;
    const std::vector<isl::aff> old(first, first + static_cast<long>(matrix.size()));
    std::transform(matrix.begin(), matrix.end(), first,
                   [&](const std::vector<int> &row) { return sum(row, old); });
    return with_loops(loops, functions);
}

isl::map collapse(const isl::map &loops, int level, long lower, long extent) {
    std::vector<isl::aff> functions = functions_of(loops);
    const auto outer = functions.begin() + level;
    const auto inner = outer + 1;
    *outer = plus(times(*outer, extent).add(*inner), -lower);
    functions.erase(inner);
    return with_loops(loops, functions);
}

} // namespace tiramisu::poly
