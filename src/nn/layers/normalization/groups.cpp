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

namespace {

computation plain_sums(const std::string &name, value_group group, const image_iterators &at,
                       const expr &value) {
    computation sums(name, names_of(group, at), expr(0.0f));
    of_group(sums, group, at) += value;
    return sums;
}

std::optional<channel_sums> segment_sums(const std::string &name, value_group group,
                                         const image_iterators &at, const tensor &stored,
                                         const std::function<expr(const expr &pixel)> &value) {
    return group == value_group::channel
               ? std::optional<channel_sums>(std::in_place, name, at, stored, value)
               : std::nullopt;
}

} // namespace

group_sums::group_sums(const std::string &name, value_group group, const image_iterators &at,
                       const tensor &stored, const std::function<expr(const expr &pixel)> &value)
    : group_(group), at_(at), stored_(stored),
      in_segments_(segment_sums(name, group, at, stored, value)),
      sums_(in_segments_ ? in_segments_->sums() : plain_sums(name, group, at, value(at.x))) {}

void group_sums::schedule(const machine &target) {
    if (in_segments_) {
        in_segments_->schedule(target);
        return;
    }
    computation part = sums_.update(0);
    if (stored_.format == layout::nchw && group_ == value_group::place) {
        part.reorder({at_.c, at_.n, at_.y, at_.x}).vectorize(at_.x, target.lanes, tail::masked);
        part.parallelize(at_.c);
        return;
    }
    const image_loops loops = order_as_stored(part, at_, stored_);
    part.vectorize(loops.inner.name, target.lanes, tail::masked);
    if (group_ == value_group::image) {
        part.parallelize(at_.n);
    }
}

void group_sums::schedule_beside(const group_sums &first, const machine &target) {
    if (in_segments_) {
        in_segments_->schedule_beside(*first.in_segments_, target);
    } else {
        schedule(target);
    }
}

std::size_t group_sums::workspace_bytes(value_group group, const tensor &stored) {
    const auto [images, channels, height, width] = stored.extents.of_images();
    const auto bytes = [](int x, int y) {
        return sizeof(float) * static_cast<std::size_t>(x) * static_cast<std::size_t>(y);
    };
    switch (group) {
    case value_group::channel: return channel_sums::workspace_bytes(stored);
    case value_group::place: return bytes(channels, height * width);
    case value_group::image: return bytes(images, 1);
    }
    return 0;
}

} // namespace tiramisu::nn
