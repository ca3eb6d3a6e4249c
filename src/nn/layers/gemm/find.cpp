#include <memory>

#include "nn/framework/find/typed_values.h"
#include "nn/layers/gemm/layer.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<gemm_layer>;

class gemm_trial : public trial {
public:
    explicit gemm_trial(const gemm_task &task) : task_(task) {
        const gemm_problem &p = task.problem;
        const auto count = [](int rows, int columns) {
            return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
        };
        std::mt19937 source; // the same numbers each time
        const product_types types = p.types();
        a_ = typed_values::random(types.left, count(p.m, p.k), source);
        b_ = typed_values::random(types.right, count(p.k, p.n), source);
        bias_ = typed_values::random(types.arithmetic(), p.bias ? count(p.n, 1) : 0, source);
        before_ = typed_values::random(types.result, count(p.m, p.n), source);
        c_ = before_;
    }

    std::function<void()> prepared(const layer_options &opts) override {
        const auto product =
            std::make_shared<const gemm>(task_.problem, gemm_options{opts, task_.constant_b});
        const const_elements bias = task_.problem.bias ? bias_.memory() : const_elements();
        if (!task_.constant_b) {
            return [this, product, bias] {
                product->run(a_.memory(), b_.memory(), c_.memory(), bias);
            };
        }
        const auto b = std::make_shared<const layer_weights>(product->pack(b_.memory()));
        return [this, product, bias, b] { product->run(a_.memory(), *b, c_.memory(), bias); };
    }

    void reset() override { c_ = before_; }
    std::vector<float> result() const override { return c_.floats(); }
    element_type result_type() const override { return c_.type(); }

private:
    gemm_task task_;
    typed_values a_, b_, bias_, before_, c_;
};

} // namespace

gemm_options description::options_of(const gemm_search_options &opts, source_place) {
    gemm_options made;
    made.compiled = opts.compiled;
    made.constant_b = opts.constant_b;
    return made;
}

std::unique_ptr<trial> description::trial_of(const gemm_task &task) {
    return std::make_unique<gemm_trial>(task);
}

} // namespace tiramisu::nn
