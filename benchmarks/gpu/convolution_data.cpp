#include "gpu/convolution_data.h"

#include "accuracy.h"

#include <algorithm>

namespace tiramisu::bench {

namespace {

using extents = std::array<int, 4>;

std::size_t elements(const extents &e) {
    std::size_t product = 1;
    for (const int extent : e) {
        product *= static_cast<std::size_t>(extent);
    }
    return product;
}

/// Indices of the element at a place, the last one fastest.
extents indices_at(std::size_t place, const extents &e) {
    extents indices = {};
    for (std::size_t d = e.size(); d-- > 0;) {
        indices[d] = static_cast<int>(place % static_cast<std::size_t>(e[d]));
        place /= static_cast<std::size_t>(e[d]);
    }
    return indices;
}

/// The place of what has these indices, where dimensions are in that order, the last one fastest.
std::size_t place_in_order(const extents &indices, const extents &e, const extents &order) {
    std::size_t place = 0;
    for (const int d : order) {
        const auto at = static_cast<std::size_t>(d);
        place = place * static_cast<std::size_t>(e[at]) + static_cast<std::size_t>(indices[at]);
    }
    return place;
}

std::vector<float> reordered(const std::vector<float> &values, const extents &e,
                             const extents &order) {
    std::vector<float> made(values.size());
    for (std::size_t at = 0; at < values.size(); at++) {
        made[place_in_order(indices_at(at, e), e, order)] = values[at];
    }
    return made;
}

constexpr extents channels_last = {0, 2, 3, 1}, filters_last = {2, 3, 1, 0};

} // namespace

convolution_on_device::convolution_on_device(const gpu_place &where,
                                             const nn::conv2d_problem &problem)
    : convolution_on_device(where, problem, random_floats(elements(problem.weights_extents()), 6)) {
}

convolution_on_device::convolution_on_device(const gpu_place &where,
                                             const nn::conv2d_problem &problem,
                                             std::vector<float> weights)
    : device_(where.device), problem_(problem),
      source_(random_floats(elements(problem.src_extents()), 5)), weights_(std::move(weights)),
      bias_values_(random_floats(static_cast<std::size_t>(problem.oc), 8)),
      our_source_(device_, source_),
      our_weights_(device_, reordered(weights_, problem.weights_extents(), filters_last)),
      bias_(device_, bias_values_),
      our_result_(device_, no_floats(elements(problem.dst_extents()))) {}

std::vector<device_array *> convolution_on_device::arguments() {
    if (problem_.bias) {
        return {&our_source_, &our_weights_, &bias_, &our_result_};
    }
    return {&our_source_, &our_weights_, &our_result_};
}

const device_images &convolution_on_device::images(image_order order) {
    device_images &made = images_.at(order == image_order::nhwc ? 1 : 0);
    if (made.source == nullptr) {
        const auto in_order = [&](const std::vector<float> &values, const extents &e) {
            return order == image_order::nhwc ? reordered(values, e, channels_last) : values;
        };
        made.source =
            std::make_unique<device_array>(device_, in_order(source_, problem_.src_extents()));
        made.weights =
            std::make_unique<device_array>(device_, in_order(weights_, problem_.weights_extents()));
        made.result = std::make_unique<device_array>(device_, no_floats(our_result_.size()));
    }
    return made;
}

std::size_t convolution_on_device::place(image_order order, std::size_t at) const {
    const extents e = problem_.conv_extents();
    return order == image_order::nhwc ? place_in_order(indices_at(at, e), e, channels_last) : at;
}

expected_elements convolution_on_device::expected() const {
    const nn::conv2d_problem &p = problem_;
    expected_elements made;
    made.places = sampled_places(our_result_.size(), 2000);
    for (const std::size_t at : made.places) {
        const auto [n, f, y, x] = indices_at(at, p.conv_extents());
        double sum = p.bias ? bias_values_[static_cast<std::size_t>(f)] : 0;
        for (std::size_t w = 0; w < elements({1, p.ic, p.kh, p.kw}); w++) {
            const auto [of_one, c, ky, kx] = indices_at(w, {1, p.ic, p.kh, p.kw});
            const int row = y * p.sh - p.ph + ky, column = x * p.sw - p.pw + kx;
            if (row < 0 || row >= p.ih || column < 0 || column >= p.iw) {
                continue;
            }
            const std::size_t from =
                place_in_order({n, c, row, column}, p.src_extents(), {0, 1, 2, 3});
            sum += static_cast<double>(source_[from]) *
                   weights_[static_cast<std::size_t>(f) * elements({1, p.ic, p.kh, p.kw}) + w];
        }
        made.values.push_back(p.post_ops.empty() ? sum : std::max(sum, 0.0));
    }
    return made;
}

} // namespace tiramisu::bench
