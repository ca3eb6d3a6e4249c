// Convolutions whose number of images is an argument of the generated function.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "nn/layers/conv2d/solvers.h"
#include "support/any_size_conv2d.h"

namespace tiramisu::nn {
namespace {

conv2d_task task_of(layout format, const std::string &text) {
    return {conv2d_problem::parse("conv2d mb=2 " + text), {format, format}, machine::here(), true};
}

const std::vector<conv2d_task> tasks = {
    task_of(layout::nchw,
            "ic=16 oc=20 ih=9 iw=21 kh=3 kw=3 ph=1 pw=1 bias=1 post=residual_add+relu"),
    task_of(layout::nchw,
            "ic=16 oc=32 ih=12 iw=12 kh=3 kw=3 ph=1 pw=1 post=relu+max_pool:3x3:2x2:1x1"),
    task_of(layout::nhwc, "ic=16 oc=32 ih=8 iw=8 kh=3 kw=3 dh=1 dw=1 ph=2 pw=2 sh=2 sw=2"),
    task_of(layout::nhwc, "g=16 ic=16 oc=16 ih=9 iw=9 kh=3 kw=3 ph=1 pw=1"),
    task_of(layout::nchw, "g=2 ic=32 oc=32 ih=7 iw=7")};

TEST(AnyBatch, AllSolversButOneComputeAsManyImagesAsTheyAreTold) {
    const auto able = oracle::check_able_solvers(tasks, [](const oracle::any_size_conv2d &layer) {
        for (const int images : {0, 1, 5}) {
            EXPECT_LE(layer.error_of(images), 1e-4) << images;
        }
    });
    for (const auto &solver : all_conv2d_solvers()) {
        const bool takes = solver->name() != "im2col" && solver->name() != "device_tiles" &&
                           solver->computes(element_type::f32);
        EXPECT_EQ(able.count(solver->name()), takes ? 1u : 0u) << solver->name();
    }
}

TEST(AnyBatch, Im2colSaysWhyNot) {
    const auto verdicts = all_conv2d_solvers().verdicts(tasks.front());
    const auto im2col = std::find_if(verdicts.begin(), verdicts.end(),
                                     [](const auto &one) { return one.solver == "im2col"; });
    ASSERT_NE(im2col, verdicts.end());
    EXPECT_EQ(im2col->why_not, "any number of images, whose positions it cuts into blocks");
}

} // namespace
} // namespace tiramisu::nn
