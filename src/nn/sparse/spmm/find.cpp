#include <algorithm>
#include <memory>

#include "nn/sparse/compressed_rows/random_matrix.h"
#include "nn/sparse/spmm/layer.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<spmm_layer>;

/// Of the task's density.
sparse::csr_matrix random_blocks(const spmm_task &task, std::mt19937 &source) {
    const spmm_problem &p = task.problem;
    const sparse::csr_matrix pattern =
        random_matrix(task.rows_of_blocks(), p.k, task.density, source);
    const std::size_t elements = pattern.values().size() * static_cast<std::size_t>(p.block);
    return sparse::bsr_matrix(
               p.m, p.k, p.block,
               {random_values(elements, source), pattern.column_indices(), pattern.row_starts()})
        .to_csr();
}

/// Of the elements that are stored.
double density_of(const spmm_problem &problem, const sparse::csr_matrix &a, source_place where) {
    return problem.block == 1 ? a.density()
                              : sparse::bsr_matrix::from_csr(a, problem.block, where).density();
}

class spmm_trial : public trial {
public:
    /// `a` is a random one if none is given.
    spmm_trial(const spmm_task &task, const sparse::csr_matrix *a) : task_(task) {
        const spmm_problem &p = task.problem;
        const auto count = [](int rows, int columns) {
            return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
        };
        std::mt19937 source; // the same numbers each time
        a_ = a != nullptr ? *a : random_blocks(task, source);
        b_ = random_values(count(p.k, p.n), source);
        bias_ = random_values(p.bias ? count(p.m, 1) : 0, source);
        c_.resize(count(p.m, p.n));
    }

    std::function<void()> prepared(const layer_options &opts) override {
        const auto product =
            std::make_shared<const spmm>(task_.problem, spmm_options{opts, task_.density});
        const auto a = std::make_shared<const spmm::packed_weights>(product->pack(a_));
        const float *const bias = task_.problem.bias ? bias_.data() : nullptr;
        return [this, product, a, bias] { product->run(b_.data(), *a, bias, c_.data()); };
    }

    void reset() override { std::fill(c_.begin(), c_.end(), 0.0f); }
    std::vector<float> result() const override { return c_; }

private:
    spmm_task task_;
    sparse::csr_matrix a_;
    std::vector<float> b_, bias_, c_;
};

} // namespace

spmm_options description::options_of(const spmm_search_options &opts, source_place) {
    spmm_options made;
    made.compiled = opts.compiled;
    made.density = opts.density;
    return made;
}

std::unique_ptr<trial> description::trial_of(const spmm_task &task) {
    return std::make_unique<spmm_trial>(task, nullptr);
}

std::vector<find_result> spmm::find(const spmm_problem &problem, const sparse::csr_matrix &a,
                                    const search_options &opts, source_place where) {
    spmm_task task = spmm_task{problem, machine::of(opts.compiled), 0}.checked(where);
    task.require_size(a, "find", where);
    task.density = density_of(problem, a, where);
    return find_for<spmm_layer>(task, opts, where,
                                [&] { return std::make_unique<spmm_trial>(task, &a); });
}

} // namespace tiramisu::nn
