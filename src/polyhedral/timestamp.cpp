#include "polyhedral/timestamp.h"

#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {

isl::map timestamp(const isl::map &loops, const std::vector<int> &position, int length) {
    isl::map stamp = loops;
    for (std::size_t level = 0; level < position.size(); ++level) {
        stamp = insert_range_constant(stamp, static_cast<int>(2 * level), position[level]);
    }
    for (int dim = range_dims(stamp); dim < length; ++dim) {
        stamp = insert_range_constant(stamp, dim, 0);
    }
    return stamp;
}

} // namespace tiramisu::poly
