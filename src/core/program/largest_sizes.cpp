#include "core/program/largest_sizes.h"

#include <algorithm>

#include "core/expr/expr_walk.h"
#include "core/program/affine.h"
#include "core/program/buffer_text.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/quasi_affine.h"

namespace tiramisu::core {

namespace {

/// The loops of the computation, down to that of the place, as iterators of { [l0, l1, ...] }.
std::vector<iterator> loops_around(const computation_state &inside, const allocation_place &place) {
    std::vector<iterator> around;
    for (const scheduled_loop &loop : inside.nest.loops) {
        around.push_back({loop.name, p_int32, {}, {}});
        if (loop.name == place.loop) {
            break;
        }
    }
    return around;
}

bool names_one_of(const expr &size, const std::vector<iterator> &loops) {
    return std::any_of(loops.begin(), loops.end(),
                       [&](const iterator &loop) { return reads_name(size, loop.name); });
}

std::optional<expr> largest(const expr &size, const std::vector<iterator> &loops,
                            const computation_state &inside) {
    const auto value = affine_space(*inside.owner, loops).to_aff(size);
    if (!value) {
        return std::nullopt;
    }
    const isl::set iterations =
        inside.domain.intersect_params(inside.owner->context)
            .apply(poly::keep_range(inside.nest.map.divided(), 0, static_cast<int>(loops.size())));
    const isl::set values = value->as_map().intersect_domain(iterations).range();
    if (values.is_empty()) {
        return expr(0); // the loop does not run
    }
    return poly::is_bounded(values) ? to_expr(poly::greatest_of_dim(values, 0), {}) : std::nullopt;
}

} // namespace

std::vector<expr> sizes_outside_of_loops(const buffer_state &buffer,
                                         const computation_state &inside,
                                         const allocation_place &place) {
    const std::vector<iterator> loops = loops_around(inside, place);
    std::vector<expr> sizes = buffer.sizes;
    for (expr &size : sizes) {
        if (!names_one_of(size, loops)) {
            continue;
        }
        const auto most = largest(size, loops, inside);
        if (!most) {
            throw user_error(buffer_text(buffer),
                             "allocate_at(" + place.computation + ", " + place.loop + ")",
                             "size " + size.to_str() + " has no largest value over the loops of " +
                                 subject(inside) +
                                 " that is one formula of constants; give the buffer a size that "
                                 "is large enough for all iterations",
                             place.where);
        }
        size = *most;
    }
    return sizes;
}

} // namespace tiramisu::core
