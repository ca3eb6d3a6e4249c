#include "nn/layers/normalization/backward.h"

namespace tiramisu::nn {

namespace {

/// What the layer reads, and its sums.
class backward_values {
public:
    explicit backward_values(const normalization_backward &layer)
        : groups_(layer.groups), stored_(as_rows(layer.results.front())),
          arguments_(as_rows(layer.sources), as_rows(layer.results)), at_(stored_.extents),
          src_(arguments_.source(0)), diff_dst_(arguments_.source(1)), mean_(of(2, groups_.mean)),
          inverse_(of(3, groups_.mean)), scale_(of(4, groups_.scale)),
          share_(static_cast<float>(1 / values_in(groups_.mean, stored_))) {}

    std::vector<buffer> arguments() const { return arguments_.all(); }

protected:
    expr diff(const expr &pixel) const { return diff_dst_(at_.n, at_.c, at_.y, pixel); }
    expr distance(const expr &pixel) const { return src_(at_.n, at_.c, at_.y, pixel) - mean_; }
    group_sums sums(const std::string &name, value_group group,
                    const std::function<expr(const expr &pixel)> &value) const {
        return {name, group, at_, stored_, value};
    }
    /// A number of each group that values have in common.
    computation common(const std::string &name, value_group group, const expr &value) const {
        return {name, names_of(group, at_), value};
    }
    void store_results(computation diff_src, computation diff_scale, computation diff_shift) {
        arguments_.store(diff_src, {at_.n, at_.c, at_.y, at_.x}, 0);
        arguments_.store(diff_scale, place_of(groups_.scale, at_), 1);
        arguments_.store(diff_shift, place_of(groups_.scale, at_), 2);
    }

    normalized_groups groups_;
    tensor stored_;
    tensor_arguments arguments_;
    image_iterators at_;
    input src_, diff_dst_;
    expr mean_, inverse_, scale_;
    float share_;

private:
    /// A source that has a number for each group.
    expr of(std::size_t number, value_group group) const {
        const image_index place = place_of(group, at_);
        return arguments_.source(number)(place.image, place.channel, place.row, place.column);
    }
};

/// Where those that have one mean have one scale: factors that they have in common come after sums,
/// and what is the same for all of them is found once.
class backward_by_one_group : public backward_values {
public:
    explicit backward_by_one_group(const normalization_backward &layer)
        : backward_values(layer), group_(groups_.scale),
          diffs_(sums("diff_shift", group_, [&](const expr &pixel) { return diff(pixel); })),
          products_(sums("products", group_,
                         [&](const expr &pixel) { return diff(pixel) * distance(pixel); })),
          diff_scale_(common("diff_scale", group_, expr(products_.of()) * inverse_)),
          slope_(common("slope", group_, scale_ * inverse_)),
          of_distance_(
              common("of_distance", group_,
                     scale_ * inverse_ * inverse_ * of_group(diff_scale_, group_, at_) * share_)),
          of_all_(common("of_all", group_, scale_ * inverse_ * diffs_.of() * share_)),
          result_("result", {at_.n, at_.c, at_.y, at_.x},
                  of_group(slope_, group_, at_) * diff(at_.x) -
                      of_group(of_distance_, group_, at_) * distance(at_.x) -
                      of_group(of_all_, group_, at_)) {
        store_results(result_, diff_scale_, diffs_.sums());
    }

    void schedule(const machine &target) {
        diffs_.schedule(target);
        products_.schedule_beside(diffs_, target);
        run_as_stored(result_, at_, stored_, target);
    }

private:
    value_group group_;
    group_sums diffs_, products_;
    computation diff_scale_, slope_, of_distance_, of_all_, result_;
};

class backward_by_two_groups : public backward_values {
public:
    explicit backward_by_two_groups(const normalization_backward &layer)
        : backward_values(layer),
          diff_scale_(sums("diff_scale", groups_.scale,
                           [&](const expr &pixel) { return diff(pixel) * normal(pixel); })),
          diff_shift_(
              sums("diff_shift", groups_.scale, [&](const expr &pixel) { return diff(pixel); })),
          gradients_(sums("gradients", groups_.mean,
                          [&](const expr &pixel) { return diff(pixel) * scale_; })),
          products_(sums("products", groups_.mean,
                         [&](const expr &pixel) { return diff(pixel) * scale_ * normal(pixel); })),
          result_("result", {at_.n, at_.c, at_.y, at_.x}, gradient()) {
        store_results(result_, diff_scale_.sums(), diff_shift_.sums());
    }

    void schedule(const machine &target) {
        for (group_sums *one : {&diff_scale_, &diff_shift_, &gradients_, &products_}) {
            one->schedule(target);
        }
        run_as_stored(result_, at_, stored_, target);
    }

private:
    expr normal(const expr &pixel) const { return distance(pixel) * inverse_; }
    expr gradient() const {
        const expr of_mean = expr(gradients_.of()) + normal(at_.x) * products_.of();
        return (diff(at_.x) * scale_ - of_mean * share_) * inverse_;
    }

    group_sums diff_scale_, diff_shift_, gradients_, products_;
    computation result_;
};

template <typename Program>
std::vector<buffer> written(const normalization_backward &layer, const machine *target) {
    Program all(layer);
    if (target != nullptr) {
        all.schedule(*target);
    }
    return all.arguments();
}

bool has_one_group(const normalization_backward &layer) {
    return layer.groups.mean == layer.groups.scale;
}

} // namespace

std::vector<buffer> write_normalization(const normalization_backward &layer,
                                        const machine *target) {
    return has_one_group(layer) ? written<backward_by_one_group>(layer, target)
                                : written<backward_by_two_groups>(layer, target);
}

std::size_t workspace_of(const normalization_backward &layer) {
    const tensor stored = as_rows(layer.results.front());
    const std::size_t sums = 2 * group_sums::workspace_bytes(layer.groups.mean, stored);
    constexpr std::size_t in_common = 3;
    return has_one_group(layer) ? sums + in_common * sizeof(float) * layer.sources.at(2).size()
                                : sums;
}

} // namespace tiramisu::nn
