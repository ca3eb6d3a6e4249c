#include "core/loop_extent.h"

#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

std::optional<long> largest_extent(const isl::map &loops, const isl::set &domain, int level) {
    // { [l0, ..., l_(level-1)] -> [l_level] }
    isl_map *nest = isl_map_from_range(
        poly::keep_range(loops.intersect_domain(domain), 0, level + 1).range().release());
    nest = isl_map_move_dims(nest, isl_dim_in, 0, isl_dim_out, 0, static_cast<unsigned>(level));
    // Differences of two values under the same outer iteration.
    isl_map *pairs = isl_map_apply_range(isl_map_reverse(isl_map_copy(nest)), nest);
    isl_set *differences = isl_map_deltas(pairs);
    isl_val *largest = isl_set_dim_max_val(differences, 0);
    if (largest == nullptr || isl_val_is_int(largest) != isl_bool_true) {
        isl_val_free(largest);
        return std::nullopt;
    }
    const long span = isl_val_get_num_si(largest);
    isl_val_free(largest);
    return span + 1;
}

} // namespace tiramisu::core
