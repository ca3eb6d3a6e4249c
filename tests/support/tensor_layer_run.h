#pragma once

#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/conv2d_run.h"
#include "support/guarded_memory.h"
#include "support/image_layouts.h"
#include "tiramisu/nn/tensor_layer.h"

namespace tiramisu::oracle {

/// A tensor in plain order.
class plain_tensor {
public:
    plain_tensor(const std::array<int, 4> &shape, std::vector<float> values)
        : extents(shape), elements(std::move(values)) {}
    /// Of numbers from -1 to 1.
    plain_tensor(const std::array<int, 4> &shape, std::mt19937 &source) : extents(shape) {
        elements.resize(nn::element_count(nn::layout::nchw, shape));
        for (float &one : elements) {
            one = static_cast<float>(source() % 2001) / 1000.0f - 1.0f;
        }
    }

    double operator()(int n, int c, int y, int x) const {
        return elements[nn::element_position(nn::layout::nchw, extents, {n, c, y, x})];
    }

    std::array<int, 4> extents;
    std::vector<float> elements;
};

using plain_tensors = std::vector<plain_tensor>;
/// What the definition makes of the sources at n, c, y, x.
using pixel_reference =
    std::function<double(const plain_tensors &sources, int n, int c, int y, int x)>;

inline std::vector<double> reference_of(const std::array<int, 4> &extents,
                                        const plain_tensors &sources,
                                        const pixel_reference &reference) {
    std::vector<double> made;
    for (int n = 0; n < extents[0]; n++) {
        for (int c = 0; c < extents[1]; c++) {
            for (int y = 0; y < extents[2]; y++) {
                for (int x = 0; x < extents[3]; x++) {
                    made.push_back(reference(sources, n, c, y, x));
                }
            }
        }
    }
    return made;
}

/// Runs a layer on plain data, brought into its layouts; every tensor lies between pages that may
/// not be touched. The result is plain again.
template <typename Problem>
std::vector<float> run_tensor_layer(const nn::tensor_layer<Problem> &layer,
                                    const plain_tensors &sources) {
    using memory = tiramisu::testing::guarded_memory<float>;
    const std::vector<nn::tensor> shapes = layer.problem().sources();
    std::vector<std::unique_ptr<memory>> held;
    std::vector<nn::const_elements> pointers;
    for (std::size_t i = 0; i < shapes.size(); i++) {
        held.push_back(std::make_unique<memory>(
            arranged(sources[i].elements, shapes[i].format, shapes[i].extents)));
        pointers.push_back(held.back()->data());
    }
    const nn::tensor shape = layer.problem().dst();
    memory dst(std::vector<float>(shape.size(), std::numeric_limits<float>::quiet_NaN()));
    layer.run(pointers, dst.data());
    return plain(dst.elements(), shape.format, shape.extents);
}

template <typename Problem>
plain_tensors random_sources(const Problem &problem, unsigned seed = 1) {
    std::mt19937 source(seed);
    plain_tensors made;
    for (const nn::tensor &one : problem.sources()) {
        made.emplace_back(one.extents, source);
    }
    return made;
}

/// Every solver that can do the problem gives what the definition says.
template <typename Problem>
void expect_all_agree(const Problem &problem, const plain_tensors &sources,
                      const pixel_reference &reference, double tolerance = 2e-6) {
    const std::vector<double> expected = reference_of(problem.dst().extents, sources, reference);
    int computed = 0;
    for (const nn::solver_verdict &one : nn::tensor_layer<Problem>::solvers(problem)) {
        if (!one.why_not.empty()) {
            continue;
        }
        SCOPED_TRACE(problem.text() + " by " + one.solver);
        nn::layer_options opts;
        opts.solver = one.solver;
        try {
            const nn::tensor_layer<Problem> layer(problem, opts);
            EXPECT_LE(largest_error(expected, run_tensor_layer(layer, sources)), tolerance);
        } catch (const error &refused) {
            ADD_FAILURE() << refused.what();
        }
        computed++;
    }
    EXPECT_GE(computed, 2) << "naive, and another one";
}

/// The problem in each layout.
template <typename Problem, typename Check>
void in_every_layout(Problem problem, const Check &check) {
    for (const nn::layout one : {nn::layout::nchw, nn::layout::nhwc, nn::layout::nchw16c}) {
        problem.format = one;
        check(problem);
    }
}

} // namespace tiramisu::oracle
