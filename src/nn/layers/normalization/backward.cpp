#include "nn/layers/normalization/backward.h"

namespace tiramisu::nn {

namespace {

class backward_program {
public:
    explicit backward_program(const normalization_backward &layer)
        : groups_(layer.groups), stored_(as_rows(layer.results.front())),
          arguments_(as_rows(layer.sources), as_rows(layer.results)), at_(stored_.extents),
          diff_dst_(arguments_.source(1)(at_.n, at_.c, at_.y, at_.x)), mean_(of(2, groups_.mean)),
          inverse_(of(3, groups_.mean)), scale_(of(4, groups_.scale)),
          normal_((arguments_.source(0)(at_.n, at_.c, at_.y, at_.x) - mean_) * inverse_),
          diff_scale_(sums_of("diff_scale", groups_.scale, at_, diff_dst_ * normal_)),
          diff_shift_(sums_of("diff_shift", groups_.scale, at_, diff_dst_)),
          gradients_(sums_of("gradients", groups_.mean, at_, diff_dst_ * scale_)),
          products_(sums_of("products", groups_.mean, at_, diff_dst_ * scale_ * normal_)),
          result_("result", {at_.n, at_.c, at_.y, at_.x}, gradient()) {
        arguments_.store(result_, {at_.n, at_.c, at_.y, at_.x}, 0);
        arguments_.store(diff_scale_, place_of(groups_.scale, at_), 1);
        arguments_.store(diff_shift_, place_of(groups_.scale, at_), 2);
    }

    void schedule(const machine &target) {
        for (const computation &one : {diff_scale_, diff_shift_}) {
            run_sums(one, groups_.scale, at_, stored_, target);
        }
        for (const computation &one : {gradients_, products_}) {
            run_sums(one, groups_.mean, at_, stored_, target);
        }
        run_as_stored(result_, at_, stored_, target);
    }

    std::vector<buffer> arguments() const { return arguments_.all(); }

private:
    /// A source that has a number for each group.
    expr of(std::size_t number, value_group group) const {
        const image_index place = place_of(group, at_);
        return arguments_.source(number)(place.image, place.channel, place.row, place.column);
    }
    expr gradient() const {
        const auto share = static_cast<float>(1 / values_in(groups_.mean, stored_));
        const expr of_mean = of_group(gradients_, groups_.mean, at_) +
                             normal_ * of_group(products_, groups_.mean, at_);
        return (diff_dst_ * scale_ - of_mean * share) * inverse_;
    }

    normalized_groups groups_;
    tensor stored_;
    tensor_arguments arguments_;
    image_iterators at_;
    expr diff_dst_, mean_, inverse_, scale_, normal_;
    computation diff_scale_, diff_shift_, gradients_, products_, result_;
};

} // namespace

std::vector<buffer> write_normalization(const normalization_backward &layer,
                                        const machine *target) {
    backward_program all(layer);
    if (target != nullptr) {
        all.schedule(*target);
    }
    return all.arguments();
}

std::size_t workspace_of(const normalization_backward &layer) {
    return 2 * sizeof(float) * layer.sources.at(2).size();
}

} // namespace tiramisu::nn
