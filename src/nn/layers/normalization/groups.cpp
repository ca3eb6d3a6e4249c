#include "nn/layers/normalization/groups.h"

namespace tiramisu::nn {

std::vector<var> names_of(value_group group, const image_iterators &at) {
    switch (group) {
    case value_group::channel: return {at.c};
    case value_group::place: return {at.c, at.y, at.x};
    case value_group::image: return {at.n};
    }
    return {};
}

access of_group(const computation &values, value_group group, const image_iterators &at) {
    const std::vector<var> names = names_of(group, at);
    return values.at({names.begin(), names.end()});
}

image_index place_of(value_group group, const image_iterators &at) {
    switch (group) {
    case value_group::channel: return {0, at.c, 0, 0};
    case value_group::place: return {0, at.c, at.y, at.x};
    case value_group::image: return {at.n, 0, 0, 0};
    }
    return {};
}

double values_in(value_group group, const tensor &images) {
    const auto [n, c, y, x] = images.extents.of_images();
    switch (group) {
    case value_group::channel: return 1.0 * n * y * x;
    case value_group::place: return n;
    case value_group::image: return 1.0 * c * y * x;
    }
    return 0;
}

computation sums_of(const std::string &name, value_group group, const image_iterators &at,
                    const expr &value) {
    computation sums(name, names_of(group, at), expr(0.0f));
    of_group(sums, group, at) += value;
    return sums;
}

void run_sums(const computation &sums, value_group group, const image_iterators &at,
              const tensor &stored, const machine &target) {
    computation part = sums.update(0);
    if (stored.format == layout::nchw && group != value_group::image) {
        part.reorder({at.c, at.n, at.y, at.x}).vectorize(at.x, target.lanes, tail::masked);
        part.parallelize(at.c);
        return;
    }
    const image_loops loops = order_as_stored(part, at, stored);
    part.vectorize(loops.inner.name, target.lanes, tail::masked);
    if (group == value_group::image) {
        part.parallelize(at.n);
    }
}

} // namespace tiramisu::nn
