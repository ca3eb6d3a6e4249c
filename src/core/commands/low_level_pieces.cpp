#include "core/commands/low_level_pieces.h"

#include <algorithm>

#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

constexpr int leading_dims = 1; // the zero before s0

std::vector<long> constants_of_a_point(const isl::map &schedule) {
    const std::vector<long> point = poly::example_of(schedule.range()).coordinates;
    std::vector<long> constants;
    for (const int dim : constant_dims(schedule)) {
        constants.push_back(point[static_cast<std::size_t>(dim)]);
    }
    return constants;
}

isl::map with_constants_of_a_point(const isl::map &schedule) {
    const std::vector<long> constants = constants_of_a_point(schedule);
    isl::map part = schedule;
    const std::vector<int> dims = constant_dims(schedule);
    for (std::size_t i = 0; i < dims.size(); ++i) {
        part = poly::with_range_value(part, dims[i], constants[i]);
    }
    return part;
}

} // namespace

std::vector<int> constant_dims(const isl::map &schedule) {
    std::vector<int> dims = {0};
    for (int dim = leading_dims; dim < poly::range_dims(schedule); dim += 2) {
        dims.push_back(dim);
    }
    return dims;
}

int loop_dim(int level) {
    return leading_dims + 2 * level + 1;
}

std::vector<isl::map> pieces_by_constants(const isl::map &schedule) {
    constexpr std::size_t most_parts = 8;
    isl::map left = schedule;
    std::vector<isl::map> parts;
    while (!left.is_empty()) {
        if (parts.size() == most_parts) {
            return {};
        }
        parts.push_back(with_constants_of_a_point(left));
        left = left.subtract(parts.back());
    }
    const auto follow_each_other = [&] {
        return std::adjacent_find(parts.begin(), parts.end(),
                                  [](const isl::map &a, const isl::map &b) {
                                      return !poly::is_before_all(a.domain(), b.domain());
                                  }) == parts.end();
    };
    std::sort(parts.begin(), parts.end(), [](const isl::map &a, const isl::map &b) {
        return constants_of_a_point(a) < constants_of_a_point(b);
    });
    if (!follow_each_other()) {
        std::reverse(parts.begin(), parts.end());
    }
    return parts.size() > 1 && follow_each_other() ? parts : std::vector<isl::map>();
}

} // namespace tiramisu::core
