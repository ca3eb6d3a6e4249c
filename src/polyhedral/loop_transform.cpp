#include "polyhedral/loop_transform.h"

#include <algorithm>
#include <numeric>

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

/// The loops that the map has if these are its loops as functions of the new ones. isl takes a
/// fraction of the work for this that it takes to apply the inverse, which divides: nothing has to
/// be eliminated, and no division is left.
isl::map with_inverse(const isl::map &loops, int new_loops, const std::vector<isl::aff> &old) {
    isl_aff_list *list = isl_aff_list_alloc(loops.ctx().get(), static_cast<int>(old.size()));
    for (const isl::aff &one : old) {
        list = isl_aff_list_add(list, one.copy());
    }
    isl_space *space = isl_space_alloc(loops.ctx().get(), 0, static_cast<unsigned>(new_loops),
                                       static_cast<unsigned>(old.size()));
    return isl::manage(
        isl_map_preimage_range_multi_aff(loops.copy(), isl_multi_aff_from_aff_list(space, list)));
}

/// The part of the map in which the loops from `first` on run from 0 to below these extents.
isl::map within_extents(const isl::map &loops, int first, const std::vector<int> &extents) {
    isl_set *iterations = isl_set_universe(isl_space_range(isl_map_get_space(loops.get())));
    auto at = static_cast<unsigned>(first);
    for (const int extent : extents) {
        iterations = isl_set_lower_bound_si(iterations, isl_dim_set, at, 0);
        iterations = isl_set_upper_bound_si(iterations, isl_dim_set, at, extent - 1);
        ++at;
    }
    return loops.intersect_range(isl::manage(iterations));
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

// l = size * outer + inner, 0 <= inner < size
isl::map tile(const isl::map &loops, int first, const std::vector<int> &sizes) {
    const int count = static_cast<int>(sizes.size());
    const int new_loops = range_dims(loops) + count;
    std::vector<isl::aff> old = dimensions(loops.ctx(), new_loops);
    const auto outer = old.begin() + first, inner = outer + count;
    for (int i = 0; i < count; ++i) {
        outer[i] = times(outer[i], sizes[static_cast<std::size_t>(i)]).add(inner[i]);
    }
    old.erase(inner, inner + count);
    return within_extents(with_inverse(loops, new_loops, old), first + count, sizes);
}

isl::map split(const isl::map &loops, int level, int factor) {
    return tile(loops, level, {factor});
}

isl::map permute(const isl::map &loops, const std::vector<int> &order) {
    const std::vector<isl::aff> all = functions_of(loops);
    std::vector<isl::aff> old = all;
    for (std::size_t at = 0; at < order.size(); ++at) {
        old[static_cast<std::size_t>(order[at])] = all[at];
    }
    return with_inverse(loops, range_dims(loops), old);
}

isl::map split_by_division(const isl::map &loops, int level, int factor) {
    std::vector<isl::aff> functions = functions_of(loops);
    const isl::val by = number(loops.ctx(), factor);
    const auto at = functions.begin() + level;
    const isl::aff inner = at->mod(by);
    *at = at->scale_down(by).floor();
    functions.insert(at + 1, inner);
    return with_loops(loops, functions);
}

// o0 i0 o1 i1 .. becomes o0 o1 .. i0 i1 ..
isl::map tile_by_division(const isl::map &loops, int first, const std::vector<int> &sizes) {
    const int count = static_cast<int>(sizes.size());
    isl::map split = loops;
    for (int i = 0; i < count; ++i) {
        split = split_by_division(split, first + 2 * i, sizes[static_cast<std::size_t>(i)]);
    }
    if (count == 1) {
        return split;
    }
    std::vector<int> order(static_cast<std::size_t>(range_dims(split)));
    std::iota(order.begin(), order.end(), 0);
    for (int i = 0; i < count; ++i) {
        order[static_cast<std::size_t>(first + i)] = first + 2 * i;
        order[static_cast<std::size_t>(first + count + i)] = first + 2 * i + 1;
    }
    return permute_by_selection(split, order);
}

isl::map permute_by_selection(const isl::map &loops, const std::vector<int> &order) {
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
