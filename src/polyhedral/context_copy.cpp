#include "polyhedral/context_copy.h"

#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {

// isl copies between contexts by text, in which every dimension has a name. Those that have none
// get it back, since isl tells copies that are made of both by marks that a user would see.

isl::set copied(const isl::set &set, isl::ctx to) {
    isl_set *copy = isl::set(to, to_text(set)).release();
    for (int dim = 0; dim < set_dims(set); ++dim) {
        const auto at = static_cast<unsigned>(dim);
        if (isl_set_has_dim_name(set.get(), isl_dim_set, at) != isl_bool_true) {
            copy = isl_set_set_dim_name(copy, isl_dim_set, at, nullptr);
        }
    }
    return isl::manage(copy);
}

isl::map copied(const isl::map &map, isl::ctx to) {
    isl_map *copy = isl::map(to, to_text(map)).release();
    for (const isl_dim_type type : {isl_dim_in, isl_dim_out}) {
        const int dims = type == isl_dim_in ? domain_dims(map) : range_dims(map);
        for (int dim = 0; dim < dims; ++dim) {
            const auto at = static_cast<unsigned>(dim);
            if (isl_map_has_dim_name(map.get(), type, at) != isl_bool_true) {
                copy = isl_map_set_dim_name(copy, type, at, nullptr);
            }
        }
    }
    return isl::manage(copy);
}

} // namespace tiramisu::poly
