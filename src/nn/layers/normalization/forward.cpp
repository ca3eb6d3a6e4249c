#include "nn/layers/normalization/forward.h"

#include <algorithm>

namespace tiramisu::nn {

namespace {

class forward_program {
public:
    explicit forward_program(const normalization &layer)
        : layer_(layer), stored_(as_rows(layer.results.front())),
          arguments_(as_rows(layer.sources), as_rows(layer.results)), at_(stored_.extents),
          group_(layer.groups.mean), count_(values_in(group_, stored_)), src_(arguments_.source(0)),
          sums_("sums", group_, at_, stored_, [&](const expr &pixel) { return source(pixel); }),
          mean_(kept("mean", 1, expr(sums_.of()) * share(count_))),
          squares_("squares", group_, at_, stored_,
                   [&](const expr &pixel) { return distance(pixel) * distance(pixel); }),
          inverse_(kept("inverse_deviation", 2,
                        1.0f / sqrt(expr(squares_.of()) * share(count_) + layer.epsilon))),
          result_("result", {at_.n, at_.c, at_.y, at_.x},
                  distance(at_.x) * of_group(inverse_, group_, at_) * parameter(1) + parameter(2)) {
        arguments_.store(result_, {at_.n, at_.c, at_.y, at_.x}, 0);
        if (layer.results.size() > 3) {
            keep_running("running_mean", 3, of_group(mean_, group_, at_));
            // Of a sample: one value tells nothing about the variance.
            keep_running("running_variance", 4,
                         expr(squares_.of()) * share(std::max(1.0, count_ - 1)));
        }
    }

    void schedule(const machine &target) {
        sums_.schedule(target);
        squares_.schedule(target);
        run_as_stored(result_, at_, stored_, target);
    }

    std::vector<buffer> arguments() const { return arguments_.all(); }

private:
    static expr share(double count) { return expr(static_cast<float>(1 / std::max(1.0, count))); }
    expr source(const expr &pixel) const { return src_(at_.n, at_.c, at_.y, pixel); }
    expr distance(const expr &pixel) const { return source(pixel) - of_group(mean_, group_, at_); }
    /// Scale or shift of a value.
    expr parameter(std::size_t number) const {
        const image_index place = place_of(layer_.groups.scale, at_);
        return arguments_.source(number)(place.image, place.channel, place.row, place.column);
    }
    /// A number of each group that is a result.
    computation kept(const std::string &name, std::size_t number, const expr &value) const {
        computation made(name, names_of(group_, at_), value);
        arguments_.store(made, place_of(group_, at_), number);
        return made;
    }
    void keep_running(const std::string &name, std::size_t number, const expr &value) const {
        const image_index place = place_of(group_, at_);
        const expr before =
            arguments_.before(number)(place.image, place.channel, place.row, place.column);
        kept("next_" + name, number, before * (1.0f - layer_.factor) + value * layer_.factor);
    }

    const normalization &layer_;
    tensor stored_;
    tensor_arguments arguments_;
    image_iterators at_;
    value_group group_;
    double count_;
    input src_;
    group_sums sums_;
    computation mean_;
    group_sums squares_;
    computation inverse_, result_;
};

} // namespace

std::vector<buffer> write_normalization(const normalization &layer, const machine *target) {
    forward_program all(layer);
    if (target != nullptr) {
        all.schedule(*target);
    }
    return all.arguments();
}

std::size_t workspace_of(const normalization &layer) {
    return 2 * group_sums::workspace_bytes(layer.groups.mean, as_rows(layer.results.front()));
}

} // namespace tiramisu::nn
