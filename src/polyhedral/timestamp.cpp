#include "polyhedral/timestamp.h"

#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {

isl::map timestamp(const isl::map &loops, const std::vector<int> &position, int length) {
    // isl is asked once for all constants: each time it looks at all of the relation.
    isl_map *stamp = loops.copy();
    for (std::size_t level = 0; level < position.size(); ++level) {
        stamp = isl_map_insert_dims(stamp, isl_dim_out, static_cast<unsigned>(2 * level), 1);
    }
    const auto last = static_cast<int>(2 * position.size()) - 1;
    stamp = isl_map_add_dims(stamp, isl_dim_out, static_cast<unsigned>(length - last));
    isl_set *constants = isl_set_universe(isl_space_range(isl_map_get_space(stamp)));
    for (int dim = 0; dim < length; ++dim) {
        const bool is_loop = dim < last && dim % 2 == 1;
        const auto level = static_cast<std::size_t>(dim / 2);
        if (!is_loop) {
            constants = isl_set_fix_si(constants, isl_dim_set, static_cast<unsigned>(dim),
                                       dim < last ? position[level] : 0);
        }
    }
    return isl::manage(isl_map_intersect_range(stamp, constants));
}

} // namespace tiramisu::poly
