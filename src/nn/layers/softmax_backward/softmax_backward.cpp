#include "tiramisu/nn/softmax_backward.h"
#include "nn/framework/tensor_layer/tensor_layer.h"
#include "nn/layers/softmax/tensors.h"
#include "support/immortal.h"

namespace tiramisu::nn {

namespace {

/// The steps of the definition.
struct backward_steps {
    softmax_tensors tensors;
    computation sums, result;

    explicit backward_steps(const softmax_backward_problem &problem)
        : tensors(problem.axis, problem.sources(), problem.dst()),
          sums("sums", tensors.row(), 0.0f), result(declared(problem)) {}

private:
    computation declared(const softmax_backward_problem &problem) const {
        const var &k = tensors.axis();
        const expr dst = tensors.source(k, 0), diff_dst = tensors.source(k, 1);
        tensors.of_row(sums) += problem.log ? diff_dst : diff_dst * dst;
        std::vector<var> place = tensors.row();
        place.push_back(k);
        const expr sum = tensors.of_row(sums);
        computation made("result", place,
                         problem.log ? diff_dst - exp(dst) * sum : dst * (diff_dst - sum));
        tensors.store(made, k);
        return made;
    }
};

std::size_t bytes_of_sums(const softmax_backward_problem &problem) {
    return sizeof(float) * softmax_rows(problem.axis, problem.src_extents());
}

/// Values that lie side by side are the lanes: those of the axis, or neighbours, each with an axis
/// of its own.
class vector_softmax_backward : public tensor_solver<softmax_backward_problem> {
public:
    std::string name() const override { return "vectors"; }
    std::size_t workspace_bytes(const task &of, const configuration &) const override {
        return bytes_of_sums(of.problem);
    }

protected:
    std::vector<buffer> write(const task &of) const override {
        backward_steps steps(of.problem);
        if (is_along(of.problem.axis, of.problem.dst())) {
            run_along(steps, of.target);
        } else {
            run_beside(steps, of.target);
        }
        return steps.tensors.all();
    }

private:
    static void run_along(backward_steps &steps, const machine &target) {
        const var &k = steps.tensors.axis(), each = steps.tensors.row().back();
        computation sums = steps.sums.update(0);
        sums.vectorize(k, target.lanes);
        steps.result.vectorize(k, target.lanes, tail::masked);
        steps.sums.init().then(sums, each).then(steps.result, each);
        steps.result.parallelize(steps.tensors.parallel_row(target));
    }

    static void run_beside(backward_steps &steps, const machine &target) {
        const auto &[n, c, y, x] = steps.tensors.at;
        const var &k = steps.tensors.axis();
        const bool plain = steps.tensors.stored.format == layout::nchw;
        const var beside = plain ? x : c;
        computation sums = steps.sums.update(0);
        sums.reorder({n, y, k, beside}).vectorize(beside, target.lanes, tail::masked);
        steps.sums.init().reorder({n, y, beside}).vectorize(beside, target.lanes, tail::masked);
        steps.result.reorder({n, y, k, beside}).vectorize(beside, target.lanes, tail::masked);
        steps.sums.init().then(sums, y).then(steps.result, y);
        steps.result.parallelize(n);
    }
};

class naive_softmax_backward : public tensor_solver<softmax_backward_problem> {
public:
    std::string name() const override { return "naive"; }
    std::size_t workspace_bytes(const task &of, const configuration &) const override {
        return bytes_of_sums(of.problem);
    }

protected:
    std::vector<buffer> write(const task &of) const override {
        return backward_steps(of.problem).tensors.all();
    }
};

} // namespace

template <>
const solver_list<tensor_task<softmax_backward_problem>, program> &
all_tensor_solvers<softmax_backward_problem>() {
    static const auto &all = support::immortal(
        solver_list<tensor_task<softmax_backward_problem>, program>::of<vector_softmax_backward,
                                                                        naive_softmax_backward>());
    return all;
}

template class layer<softmax_backward_problem, layer_options, search_options>;
template class tensor_layer<softmax_backward_problem>;

} // namespace tiramisu::nn
