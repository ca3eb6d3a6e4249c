#include "core/search/row_strides.h"

#include <algorithm>
#include <cstdlib>

#include "polyhedral/index_steps.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

/// { [l0, ..., lx, ...] -> [l0, ..., lx + 1, ...] }
isl::map next_iteration(isl::ctx ctx, int loops, int x) {
    std::string from, to;
    for (int level = 0; level < loops; ++level) {
        const std::string comma = level == 0 ? "" : ", ", name = "l" + std::to_string(level);
        from += comma + name;
        to += comma + name + (level == x ? " + 1" : "");
    }
    return isl::map(ctx, "{ [" + from + "] -> [" + to + "] }");
}

/// { B[d0, d1] : d0 = 0 and lowest <= d1 <= highest } in the space of `distances`.
bool are_within_row(const isl::set &distances, long lowest, long highest) {
    const int dims = poly::set_dims(distances);
    std::string names, conditions;
    for (int d = 0; d < dims; ++d) {
        const std::string name = "d" + std::to_string(d);
        names += (d == 0 ? "" : ", ") + name;
        conditions +=
            (d == 0 ? "" : " and ") + (d + 1 < dims ? name + " = 0"
                                                    : std::to_string(lowest) + " <= " + name +
                                                          " <= " + std::to_string(highest));
    }
    const std::string where = dims == 0 ? "" : " : " + conditions;
    return distances.is_subset(isl::set(distances.ctx(), "{ " + poly::set_name(distances) + "[" +
                                                             names + "]" + where + " }"));
}

} // namespace

row_strides::row_strides(const poly::memory_access &access,
                         const poly::scheduled_statement &statement)
    : loops_(statement.depth()), elements_(statement.loops.substituted()
                                               .intersect_domain(statement.domain)
                                               .reverse()
                                               .apply_range(access.relation)),
      steps_(poly::index_steps(elements_)) {}

stride row_strides::along(int x) const {
    if (!steps_) {
        return by_pairs(x);
    }
    stride found = stride::none;
    for (std::size_t dim = 0; dim < steps_->size(); ++dim) {
        const long step = (*steps_)[dim][static_cast<std::size_t>(x)];
        const bool is_within_row = dim + 1 == steps_->size() && std::abs(step) == 1;
        if (step != 0) {
            found = is_within_row ? stride::element : stride::far;
        }
        if (found == stride::far) {
            break;
        }
    }
    return found;
}

long row_strides::elements(const std::map<int, long> &iterations) const {
    long product = 1;
    for (const auto &[loop, count] : iterations) {
        product *= along(loop) == stride::none ? 1 : count;
    }
    if (!steps_) {
        return product;
    }
    long in_box = 1;
    for (const std::vector<long> &of_index : *steps_) {
        long values = 1;
        for (const auto &[loop, count] : iterations) {
            values += std::abs(of_index[static_cast<std::size_t>(loop)]) * (count - 1);
        }
        in_box *= values;
    }
    return std::min(product, in_box);
}

stride row_strides::by_pairs(int x) const {
    const isl::map next = next_iteration(elements_.ctx(), loops_, x).apply_range(elements_);
    const isl::set distances = elements_.reverse().apply_range(next).deltas();
    return are_within_row(distances, 0, 0)    ? stride::none
           : are_within_row(distances, -1, 1) ? stride::element
                                              : stride::far;
}

} // namespace tiramisu::core
