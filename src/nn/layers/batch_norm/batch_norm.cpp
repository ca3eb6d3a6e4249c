#include "tiramisu/nn/batch_norm.h"
#include "nn/framework/program/post_op_expr.h"
#include "nn/framework/tensor_layer/pixels.h"
#include "nn/framework/tensor_layer/tensor_layer.h"
#include "support/immortal.h"

namespace tiramisu::nn {

namespace {

/// The layer, of which `normalised` says what becomes of a pixel before the activations.
template <typename Normalised>
pixels normalised_pixels(const batch_norm_problem &problem, const Normalised &normalised) {
    std::vector<tensor> sources = problem.sources();
    sources.front() = as_rows(sources.front());
    return {sources, as_rows(problem.dst()),
            [&](const tensor_arguments &arguments, const image_iterators &at) {
                const expr value = arguments.value(0, {at.n, at.c, at.y, at.x});
                return after(problem.post_ops, normalised(arguments, at, value));
            }};
}

/// mean, variance, scale, shift of a channel.
struct channel_statistics {
    expr mean, variance, scale, shift;

    channel_statistics(const tensor_arguments &arguments, const var &c)
        : mean(arguments.source(1)(0, c, 0, 0)), variance(arguments.source(2)(0, c, 0, 0)),
          scale(arguments.source(3)(0, c, 0, 0)), shift(arguments.source(4)(0, c, 0, 0)) {}
};

/// A factor and an offset for each channel, then one multiply-add for each pixel.
class vector_batch_norm : public tensor_solver<batch_norm_problem> {
public:
    std::string name() const override { return "vectors"; }
    bool computes(element_type type) const override { return takes(pixel_use::computed, type); }
    std::size_t workspace_bytes(const task &of, const configuration &) const override {
        return 2 * sizeof(float) * static_cast<std::size_t>(of.problem.ic);
    }

protected:
    std::vector<buffer> write(const task &of) const override {
        const float epsilon = of.problem.epsilon;
        pixels all = normalised_pixels(of.problem, [&](const tensor_arguments &arguments,
                                                       const image_iterators &at,
                                                       const expr &value) {
            const channel_statistics channel(arguments, at.c);
            computation factor("factor", {at.c}, channel.scale / sqrt(channel.variance + epsilon));
            computation offset("offset", {at.c}, channel.shift - channel.mean * factor(at.c));
            for (computation *one : {&factor, &offset}) {
                one->vectorize(at.c, of.target.lanes, tail::masked);
            }
            return value * factor(at.c) + offset(at.c);
        });
        run_as_stored(all.result, all.at, all.stored, of.target);
        return all.arguments.all();
    }
};

} // namespace

pixels pixels_of(const batch_norm_problem &problem) {
    return normalised_pixels(problem, [&](const tensor_arguments &arguments,
                                          const image_iterators &at, const expr &value) {
        const channel_statistics channel(arguments, at.c);
        return (value - channel.mean) / sqrt(channel.variance + problem.epsilon) * channel.scale +
               channel.shift;
    });
}

template <>
const solver_list<tensor_task<batch_norm_problem>, program> &
all_tensor_solvers<batch_norm_problem>() {
    static const auto &all = support::immortal(
        solver_list<tensor_task<batch_norm_problem>,
                    program>::of<vector_batch_norm, naive_pixels<batch_norm_problem>>());
    return all;
}

template class layer<batch_norm_problem, layer_options, search_options>;
template class tensor_layer<batch_norm_problem>;

} // namespace tiramisu::nn
