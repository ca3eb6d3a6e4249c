#include "polyhedral/context_copy.h"

#include <climits>
#include <optional>

#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {

namespace {

constexpr isl_dim_type kinds[] = {isl_dim_param, isl_dim_in, isl_dim_out};

isl_space *copied_space(const isl::map &map, isl::ctx to) {
    const auto count = [&](isl_dim_type kind) {
        return static_cast<unsigned>(isl_map_dim(map.get(), kind));
    };
    isl_space *space =
        isl_space_alloc(to.get(), count(isl_dim_param), count(isl_dim_in), count(isl_dim_out));
    for (const isl_dim_type kind : kinds) {
        if (kind != isl_dim_param && isl_map_has_tuple_name(map.get(), kind) == isl_bool_true) {
            space = isl_space_set_tuple_name(space, kind, isl_map_get_tuple_name(map.get(), kind));
        }
        for (unsigned at = 0; at < count(kind); ++at) {
            if (isl_map_has_dim_name(map.get(), kind, at) == isl_bool_true) {
                space = isl_space_set_dim_name(space, kind, at,
                                               isl_map_get_dim_name(map.get(), kind, at));
            }
        }
    }
    return space;
}

/// Null where a number is too long.
isl_mat *copied_numbers(isl_mat *from, isl::ctx to) {
    const int rows = isl_mat_rows(from), cols = isl_mat_cols(from);
    isl_mat *copy =
        isl_mat_alloc(to.get(), static_cast<unsigned>(rows), static_cast<unsigned>(cols));
    for (int row = 0; row < rows; ++row) {
        for (int col = 0; col < cols; ++col) {
            isl_val *value = isl_mat_get_element_val(from, row, col);
            const bool fits =
                isl_val_cmp_si(value, LONG_MAX) < 0 && isl_val_cmp_si(value, LONG_MIN + 1) > 0;
            const long number = fits ? isl_val_get_num_si(value) : 0;
            isl_val_free(value);
            copy = fits ? isl_mat_set_element_val(copy, row, col,
                                                  isl_val_int_from_si(to.get(), number))
                        : isl_mat_free(copy);
        }
    }
    isl_mat_free(from);
    return copy;
}

/// A relation without divisions, from the numbers of its constraints: in a tenth of the time that
/// texts take.
std::optional<isl::map> copied_by_numbers(const isl::map &map, isl::ctx to) {
    constexpr auto cst = isl_dim_cst, param = isl_dim_param, in = isl_dim_in, out = isl_dim_out,
                   div = isl_dim_div;
    isl_space *space = copied_space(map, to);
    isl_map *copy = nullptr;
    int parts = 0;
    map.foreach_basic_map([&](const isl::basic_map &part) {
        isl_mat *equal = copied_numbers(
            isl_basic_map_equalities_matrix(part.get(), cst, param, in, out, div), to);
        isl_mat *above = copied_numbers(
            isl_basic_map_inequalities_matrix(part.get(), cst, param, in, out, div), to);
        isl_map *same = isl_map_from_basic_map(isl_basic_map_from_constraint_matrices(
            isl_space_copy(space), equal, above, cst, param, in, out, div));
        copy = parts++ == 0 ? same : isl_map_union(copy, same);
    });
    copy = parts == 0 ? isl_map_empty(isl_space_copy(space)) : copy;
    isl_space_free(space);
    return copy == nullptr ? std::nullopt : std::optional(isl::manage(copy));
}

// By text, in which every dimension has a name. Those that have none get it back, since isl tells
// copies that are made of both by marks that a user would see.
isl::map copied_by_text(const isl::map &map, isl::ctx to) {
    isl_map *copy = isl::map(to, to_text(map)).release();
    for (const isl_dim_type kind : {isl_dim_in, isl_dim_out}) {
        const auto dims = static_cast<unsigned>(isl_map_dim(map.get(), kind));
        for (unsigned at = 0; at < dims; ++at) {
            if (isl_map_has_dim_name(map.get(), kind, at) != isl_bool_true) {
                copy = isl_map_set_dim_name(copy, kind, at, nullptr);
            }
        }
    }
    return isl::manage(copy);
}

} // namespace

isl::map copied(const isl::map &map, isl::ctx to) {
    const auto copy = most_divisions(map) == 0 ? copied_by_numbers(map, to) : std::nullopt;
    return copy ? *copy : copied_by_text(map, to);
}

isl::set copied(const isl::set &set, isl::ctx to) {
    if (isl_set_is_params(set.get()) == isl_bool_true) {
        return isl::set(to, to_text(set));
    }
    return copied(isl::manage(isl_map_from_range(set.copy())), to).range();
}

} // namespace tiramisu::poly
