#include "tiramisu/nn/cross_entropy.h"

#include <algorithm>
#include <limits>

#include "nn/framework/tensor_layer/arguments.h"
#include "nn/framework/tensor_layer/image_loops.h"
#include "nn/framework/tensor_layer/tensor_layer.h"
#include "nn/layers/softmax/tensors.h"
#include "support/immortal.h"

namespace tiramisu::nn {

namespace {

constexpr int classes = 1; ///< the axis of a pixel's scores: channels

/// The steps of the definition, over pixels and the classes of each.
class entropy_steps {
public:
    explicit entropy_steps(const cross_entropy_problem &problem)
        : arguments_(softmax_views(classes, problem.sources()),
                     softmax_views(classes, problem.results())),
          stored_(softmax_view(classes, problem.results().back())), at_(stored_.extents),
          src_(arguments_.source(0)), labels_(arguments_.source(1)),
          largest_("largest", pixel(), expr(-std::numeric_limits<float>::infinity())),
          sums_(declared_sums()), chosen_("chosen", pixel(), expr(0.0f)), loss_(declared_loss()),
          result_(declared_result(problem)) {}

    /// Rows of pixels in parallel, what lies side by side on the lanes.
    void schedule(const machine &target) const {
        const bool plain = stored_.format == layout::nchw;
        const auto run = [&](computation part, bool has_classes) {
            std::vector<var> order = {at_.n, at_.y};
            if (has_classes && plain) {
                order.push_back(at_.c);
            }
            order.push_back(at_.x);
            if (has_classes && !plain) {
                order.push_back(at_.c);
            }
            part.reorder(order);
            if (plain || has_classes) {
                part.vectorize(plain ? at_.x : at_.c, target.lanes, tail::masked);
            }
        };
        for (const computation &one : {largest_, sums_, chosen_}) {
            run(one.init(), false);
            run(one.update(0), true);
        }
        run(loss_, false);
        run(result_, true);
        run_in_order(largest_.init(), {largest_.update(0), sums_.init(), sums_.update(0),
                                       chosen_.init(), chosen_.update(0), loss_, result_});
        computation last = result_;
        last.parallelize(at_.n);
    }

    std::vector<buffer> arguments() const { return arguments_.all(); }

private:
    std::vector<var> pixel() const { return {at_.n, at_.y, at_.x}; }
    expr score() const { return src_(at_.n, at_.c, at_.y, at_.x); }
    expr of_pixel(const computation &values) const { return values(at_.n, at_.y, at_.x); }
    expr is_label() const { return labels_(at_.n, 0, at_.y, at_.x) == at_.c; }
    expr exponential() const { return exp(score() - of_pixel(largest_)); }

    computation declared_sums() const {
        largest_(at_.n, at_.y, at_.x).max_with(score());
        computation sums("sums", pixel(), expr(0.0f));
        sums(at_.n, at_.y, at_.x) += exponential();
        return sums;
    }

    computation declared_loss() const {
        chosen_(at_.n, at_.y, at_.x) += select(is_label(), score(), 0.0f);
        computation loss("loss", pixel(),
                         log(of_pixel(sums_)) + of_pixel(largest_) - of_pixel(chosen_));
        arguments_.store(loss, {at_.n, 0, at_.y, at_.x}, 0);
        return loss;
    }

    computation declared_result(const cross_entropy_problem &problem) const {
        const float share = 1.0f / (static_cast<float>(std::max(1, problem.mb)) *
                                    static_cast<float>(problem.ih * problem.iw));
        computation made("result", {at_.n, at_.c, at_.y, at_.x},
                         (exponential() / of_pixel(sums_) - select(is_label(), 1.0f, 0.0f)) *
                             share);
        arguments_.store(made, {at_.n, at_.c, at_.y, at_.x}, 1);
        return made;
    }

    /// Each after the one before it, image by image.
    void run_in_order(computation first, std::vector<computation> others) const {
        for (computation &one : others) {
            first.then(one, at_.n);
            first = one;
        }
    }

    tensor_arguments arguments_;
    tensor stored_;
    image_iterators at_;
    input src_, labels_;
    computation largest_, sums_, chosen_, loss_, result_;
};

std::size_t bytes_of_rows(const cross_entropy_problem &problem) {
    return 3 * sizeof(float) * problem.sources().back().size();
}

class vector_cross_entropy : public tensor_solver<cross_entropy_problem> {
public:
    std::string name() const override { return "vectors"; }
    std::size_t workspace_bytes(const task &of, const configuration &) const override {
        return bytes_of_rows(of.problem);
    }

protected:
    std::vector<buffer> write(const task &of) const override {
        const entropy_steps steps(of.problem);
        steps.schedule(of.target);
        return steps.arguments();
    }
};

class naive_cross_entropy : public tensor_solver<cross_entropy_problem> {
public:
    std::string name() const override { return "naive"; }
    std::size_t workspace_bytes(const task &of, const configuration &) const override {
        return bytes_of_rows(of.problem);
    }

protected:
    std::vector<buffer> write(const task &of) const override {
        return entropy_steps(of.problem).arguments();
    }
};

} // namespace

template <>
const solver_list<tensor_task<cross_entropy_problem>, program> &
all_tensor_solvers<cross_entropy_problem>() {
    static const auto &all =
        support::immortal(solver_list<tensor_task<cross_entropy_problem>,
                                      program>::of<vector_cross_entropy, naive_cross_entropy>());
    return all;
}

template class layer<cross_entropy_problem, layer_options, search_options>;
template class tensor_layer<cross_entropy_problem>;

} // namespace tiramisu::nn
