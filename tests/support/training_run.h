#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/tensor_layer_run.h"

namespace tiramisu::oracle {

using plain_values = std::vector<std::vector<float>>;
using exact_values = std::vector<std::vector<double>>;

/// Tensors in their layouts, each between pages that may not be touched.
class guarded_tensors {
public:
    guarded_tensors(const std::vector<nn::tensor> &shapes, const plain_values &plain_ones)
        : shapes_(shapes) {
        for (std::size_t i = 0; i < shapes.size(); i++) {
            held_.push_back(std::make_unique<memory>(
                arranged(plain_ones[i], shapes[i].format, shapes[i].extents)));
        }
    }

    std::vector<nn::const_elements> to_read() {
        std::vector<nn::const_elements> all;
        for (std::size_t i = 0; i < shapes_.size(); i++) {
            all.emplace_back(held_[i]->data(), shapes_[i].type);
        }
        return all;
    }
    std::vector<nn::elements> to_write() {
        std::vector<nn::elements> all;
        for (std::size_t i = 0; i < shapes_.size(); i++) {
            all.emplace_back(held_[i]->data(), shapes_[i].type);
        }
        return all;
    }
    plain_values plain_ones() {
        plain_values all;
        for (std::size_t i = 0; i < shapes_.size(); i++) {
            all.push_back(plain(held_[i]->elements(), shapes_[i].format, shapes_[i].extents));
        }
        return all;
    }

private:
    using memory = tiramisu::testing::guarded_memory<float>;
    std::vector<nn::tensor> shapes_;
    std::vector<std::unique_ptr<memory>> held_;
};

/// Numbers from -1 to 1 for each tensor.
plain_values random_tensors(const std::vector<nn::tensor> &shapes, unsigned seed = 1);

/// What a layer's results are, of plain sources; they held `before`.
template <typename Problem>
plain_values run_results(const nn::tensor_layer<Problem> &layer, const plain_values &sources,
                         const plain_values &before) {
    guarded_tensors read(layer.problem().sources(), sources),
        written(layer.problem().results(), before);
    layer.run(read.to_read(), written.to_write());
    return written.plain_ones();
}

/// Every solver that can do the problem gives these results.
template <typename Problem>
void expect_results(const Problem &problem, const plain_values &sources, const plain_values &before,
                    const exact_values &expected, double tolerance = 4e-6) {
    int computed = 0;
    for (const nn::solver_verdict &one : nn::tensor_layer<Problem>::solvers(problem)) {
        if (!one.why_not.empty()) {
            continue;
        }
        SCOPED_TRACE(problem.text() + " by " + one.solver);
        nn::layer_options opts;
        opts.solver = one.solver;
        const nn::tensor_layer<Problem> layer(problem, opts);
        const plain_values found = run_results(layer, sources, before);
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); i++) {
            EXPECT_LE(largest_error(expected[i], found[i]), tolerance) << problem.results()[i].name;
        }
        computed++;
    }
    EXPECT_GE(computed, 2) << "naive, and another one";
}

/// The derivative of `value` by each of `at`, by central differences.
std::vector<double>
finite_differences(const std::vector<float> &at,
                   const std::function<double(const std::vector<double> &)> &value);

/// The sum of the products of two tensors.
double inner_product(const std::vector<float> &one, const std::vector<float> &other);

} // namespace tiramisu::oracle
