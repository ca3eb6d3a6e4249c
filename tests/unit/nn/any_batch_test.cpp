// Convolutions whose number of pictures is an argument of the generated function.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "nn/conv2d/packing.h"
#include "nn/conv2d/solvers.h"
#include "nn/program/kernel.h"
#include "support/conv2d_run.h"
#include "support/picture_layouts.h"

namespace tiramisu::nn {
namespace {

conv2d_task task_of(layout lies, const std::string &text) {
    return {conv2d_problem::parse("conv2d mb=2 " + text), {lies, lies}, machine::here(), true};
}

const std::vector<conv2d_task> tasks = {
    task_of(layout::nchw,
            "ic=16 oc=20 ih=9 iw=21 kh=3 kw=3 ph=1 pw=1 bias=1 post=residual_add+relu"),
    task_of(layout::nchw,
            "ic=16 oc=32 ih=12 iw=12 kh=3 kw=3 ph=1 pw=1 post=relu+max_pool:3x3:2x2:1x1"),
    task_of(layout::nhwc, "ic=16 oc=32 ih=8 iw=8 kh=3 kw=3 dh=1 dw=1 ph=2 pw=2 sh=2 sw=2"),
    task_of(layout::nhwc, "g=16 ic=16 oc=16 ih=9 iw=9 kh=3 kw=3 ph=1 pw=1"),
    task_of(layout::nchw, "g=2 ic=32 oc=32 ih=7 iw=7")};

/// A compiled convolution of any number of pictures.
class any_batch_conv2d {
public:
    any_batch_conv2d(const conv2d_solver &solver, const conv2d_task &task)
        : task_(task),
          made_(solver.generate(task, solver.default_configuration(task), "any_batch")),
          run_(made_.run.compile()), pack_(packing_for(task, made_, "pack").compile()) {}

    /// The largest error against the definition.
    double error_of(int pictures) {
        conv2d_problem problem = task_.problem;
        problem.mb = pictures;
        oracle::conv2d_data data(problem, 1);
        std::vector<float> packed(static_cast<std::size_t>(made_.weights_count()));
        std::vector<float> src =
            oracle::arranged(data.src, task_.layouts.src, problem.src_extents());
        std::vector<float> residual;
        std::vector<float> dst(element_count(task_.layouts.dst, problem.dst_extents()));
        call(pack_, {elements_of(data.weights), elements_of(packed)});
        std::vector<jit_argument> arguments = {elements_of(src), elements_of(packed)};
        if (problem.bias) {
            arguments.push_back(elements_of(data.bias));
        }
        if (problem.has_residual()) {
            residual = oracle::arranged(data.residual, task_.layouts.dst, problem.conv_extents());
            arguments.push_back(elements_of(residual));
        }
        arguments.push_back(elements_of(dst));
        arguments.emplace_back(pictures);
        call(run_, arguments);
        return oracle::largest_error(oracle::reference_conv2d(problem, data),
                                     oracle::plain(dst, task_.layouts.dst, problem.dst_extents()));
    }

private:
    conv2d_task task_;
    conv2d_program made_;
    compiled_function run_, pack_;
};

TEST(AnyBatch, AllSolversButOneComputeAsManyPicturesAsTheyAreTold) {
    std::set<std::string> seen;
    for (const conv2d_task &task : tasks) {
        for (const auto &solver : all_conv2d_solvers()) {
            if (!solver->why_not(task).empty()) {
                continue;
            }
            SCOPED_TRACE(solver->name() + ": " + task.perf_key());
            seen.insert(solver->name());
            any_batch_conv2d layer(*solver, task);
            for (const int pictures : {0, 1, 5}) {
                EXPECT_LE(layer.error_of(pictures), 1e-4) << pictures;
            }
        }
    }
    for (const auto &solver : all_conv2d_solvers()) {
        EXPECT_EQ(seen.count(solver->name()), solver->name() == "im2col" ? 0u : 1u)
            << solver->name();
    }
}

TEST(AnyBatch, Im2colSaysWhyNot) {
    const auto verdicts = all_conv2d_solvers().verdicts(tasks.front());
    const auto im2col = std::find_if(verdicts.begin(), verdicts.end(),
                                     [](const auto &one) { return one.solver == "im2col"; });
    ASSERT_NE(im2col, verdicts.end());
    EXPECT_EQ(im2col->why_not, "any number of pictures, whose positions it cuts into blocks");
}

} // namespace
} // namespace tiramisu::nn
