// Convolutions whose images have a size that is an argument of the generated function.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "nn/layers/conv2d/solvers.h"
#include "support/any_size_conv2d.h"
#include "support/conv2d_run.h"
#include "support/image_layouts.h"
#include "support/throws.h"

namespace tiramisu::nn {
namespace {

conv2d_task task_of(layout format, const std::string &text, bool any_batch = false) {
    return {conv2d_problem::parse("conv2d " + text),
            {format, format},
            machine::here(),
            any_batch,
            true};
}

const std::vector<conv2d_task> tasks = {
    task_of(layout::nchw,
            "mb=2 ic=16 oc=20 ih=9 iw=21 kh=3 kw=3 ph=1 pw=1 bias=1 post=residual_add+relu", true),
    task_of(layout::nchw, "ic=5 oc=7 ih=12 iw=12 kh=3 kw=3 ph=1 pw=1 post=max_pool:3x3:2x2:1x1"),
    task_of(layout::nchw, "ic=5 oc=7 ih=12 iw=12 kh=3 kw=3 post=avg_pool:2x2:2x2:0x0"),
    task_of(layout::nhwc, "ic=16 oc=32 ih=8 iw=8 kh=3 kw=3 dh=1 dw=1 ph=2 pw=2 sh=2 sw=2"),
    task_of(layout::nchw16c, "ic=20 oc=32 ih=24 iw=24 kh=3 kw=5 ph=1 pw=2 sh=2 sw=1"),
    task_of(layout::nhwc, "g=20 ic=20 oc=20 ih=9 iw=9 kh=3 kw=3 ph=1 pw=1 sh=2 sw=2"),
    task_of(layout::nchw, "g=3 ic=3 oc=3 ih=29 iw=29 kh=3 kw=3 ph=1 pw=1 bias=1"),
    task_of(layout::nchw, "ic=16 oc=32 ih=8 iw=8 bias=1 post=residual_add"),
    task_of(layout::nhwc, "g=2 ic=6 oc=40 ih=7 iw=7")};

const conv2d_solver &solver_called(const std::string &name) {
    const auto &all = all_conv2d_solvers();
    return **std::find_if(all.begin(), all.end(),
                          [&](const auto &one) { return one->name() == name; });
}

std::string why_not(const std::string &solver, const conv2d_task &task) {
    return solver_called(solver).why_not(task);
}

const char *const in_process =
    "conv2d mb=2 ic=5 oc=20 ih=9 iw=21 kh=3 kw=3 ph=1 pw=1 sh=2 bias=1 post=residual_add+relu";

/// Of a layer whose src and dst lie so.
double error_of(const conv2d &layer, layout format, const conv2d_problem &problem) {
    const oracle::conv2d_data data(problem, 1);
    const std::vector<float> src = oracle::arranged(data.src, format, problem.src_extents());
    const std::vector<float> residual =
        oracle::arranged(data.residual, format, problem.conv_extents());
    std::vector<float> dst(element_count(format, problem.dst_extents()) + 1);
    layer.run({problem.mb, problem.ih, problem.iw}, src.data(), layer.pack(data.weights.data()),
              data.bias.data(), dst.data(), residual.data());
    dst.pop_back();
    return oracle::largest_error(oracle::reference_conv2d(problem, data),
                                 oracle::plain(dst, format, problem.dst_extents()));
}

TEST(AnySize, SolversComputeImagesOfAnySizeByTheRule) {
    const auto solvers =
        oracle::check_able_solvers(tasks, [](const oracle::any_size_conv2d &layer) {
            const int images = layer.task().problem.mb;
            for (const auto &[ih, iw] : {std::pair{5, 6}, {6, 40}, {17, 5}, {33, 35}}) {
                EXPECT_LE(layer.error_of(images, ih, iw), 1e-5) << ih << "x" << iw;
            }
            EXPECT_LE(layer.error_of(images), 1e-5);
        });
    const std::set<std::string> able = {"depthwise", "direct", "naive", "pointwise"};
    EXPECT_EQ(solvers, able);
}

TEST(AnySize, StandsBesideAnyNumberOfImages) {
    const oracle::any_size_conv2d layer(solver_called("direct"), tasks.front());
    for (const int images : {0, 1, 5}) {
        EXPECT_LE(layer.error_of(images, 7, 30), 1e-5) << images;
    }
}

TEST(AnySize, ImagesThatAreSmallerThanTheKernelMeetItsZeros) {
    const conv2d_task task = task_of(layout::nchw, "ic=3 oc=4 ih=9 iw=9 kh=7 kw=7 ph=5 pw=5");
    for (const char *solver : {"direct", "naive"}) {
        const oracle::any_size_conv2d layer(solver_called(solver), task);
        EXPECT_LE(layer.error_of(1, 1, 1), 1e-5) << solver;
        EXPECT_LE(layer.error_of(1, 2, 30), 1e-5) << solver;
    }
}

TEST(AnySize, WhereThereIsNoResultNothingIsWritten) {
    const conv2d_task task = task_of(layout::nchw, "ic=3 oc=4 ih=9 iw=9 kh=5 kw=5 bias=1 sh=3");
    const std::vector<float> before(100, 7.0f);
    for (const char *solver : {"direct", "naive"}) {
        const oracle::any_size_conv2d layer(solver_called(solver), task);
        for (const auto &[ih, iw] : {std::pair{4, 9}, {9, 4}, {0, 9}, {9, 0}, {0, 0}, {1, 1}}) {
            EXPECT_EQ(layer.run_on(ih, iw, before), before) << solver << " " << ih << "x" << iw;
        }
    }
}

TEST(AnySize, ImagesThatTheirMemoryDoesNotHoldAreRefused) {
    const oracle::any_size_conv2d layer(solver_called("direct"), tasks[4]);
    EXPECT_THROW(layer.run_on(100, 100, std::vector<float>(100)), error);
    EXPECT_THROW(layer.run_on(65536, 65536, std::vector<float>(100)), error);
}

class LayersOfAnySize : public ::testing::TestWithParam<const char *> {};

TEST_P(LayersOfAnySize, TakeImagesOfAnyNumberAndSize) {
    for (const layout format : {layout::nchw, layout::nhwc, layout::nchw16c}) {
        conv2d_options opts;
        opts.layouts = {format, format};
        opts.any_batch = opts.any_size = true;
        opts.compiled.checks = argument_checks::exact;
        const conv2d layer(conv2d_problem::parse(GetParam()), opts);
        for (const image_sizes &images :
             {image_sizes{1, 3, 40}, {3, 17, 5}, {0, 9, 9}, {2, 1, 1}}) {
            const conv2d_problem problem = layer.for_images(images);
            EXPECT_LE(error_of(layer, format, problem), 1e-5) << problem.text();
        }
        EXPECT_LE(error_of(layer, format, layer.problem()), 1e-5);
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, LayersOfAnySize,
                         ::testing::Values(in_process,
                                           "conv2d mb=2 ic=16 oc=32 ih=6 iw=14 post=residual_add"));

TEST(AnySize, LayersInProcessRefuseImagesThatTheyDoNotTake) {
    const conv2d_problem problem = conv2d_problem::parse(in_process);
    const auto refused = [&](const conv2d_options &opts, const image_sizes &images,
                             const std::vector<std::string> &parts) {
        const conv2d layer(problem, opts);
        EXPECT_TRUE(oracle::throws<user_error>(
            [&] { layer.run(images, nullptr, conv2d::packed_weights(), nullptr, nullptr); },
            parts));
        return oracle::throws<user_error>([&] { layer.for_images(images); }, parts);
    };
    conv2d_options opts;
    EXPECT_TRUE(refused(opts, {1, 9, 21},
                        {problem.text(), ": of 1 images, must be 2; conv2d_options::any_batch "
                                         "makes a layer for any number"}));
    EXPECT_TRUE(refused(opts, {2, 9, 9},
                        {": of images of 9x9, must be of 9x21; conv2d_options::any_size makes "
                         "a layer for any size"}));
    opts.any_size = true;
    EXPECT_TRUE(refused(opts, {2, 0, 9}, {"ih", "is 0, must be from 1 to 16777216"}));
    EXPECT_TRUE(refused(opts, {2, 9, 1 << 25}, {"iw", "is 33554432, must be from 1 to 16777216"}));
    opts.solver = "winograd";
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { conv2d(problem, opts); },
        {"solver \"winograd\"", "cannot do it: images of any size, whose tiles"}));
}

TEST(AnySize, LayersInProcessRefuseImagesWithoutAResult) {
    conv2d_options opts;
    opts.any_size = true;
    const conv2d layer(conv2d_problem::parse("conv2d ic=3 oc=4 ih=9 iw=9 kh=5 kw=5"), opts);
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            layer.for_images({1, 4, 9});
        },
        {"ih=4", "kh", "the kernel, with its dilation, is larger than the image"}));
}

TEST(AnySize, WhatALayerIsCutForHasToFollowTheRule) {
    conv2d_options opts;
    opts.any_size = true;
    const auto longer = conv2d_problem::parse("conv2d ic=3 oc=4 ih=9 iw=9 oh=11");
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { conv2d(longer, opts); },
        {longer.text(), "any size: does not go with oh and ow that do not follow from ih and iw"}));
    opts.any_batch = true;
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { conv2d(conv2d_problem::parse("conv2d mb=0 ic=3 oc=4 ih=9 iw=9"), opts); },
        {"any number of images: is cut for mb, which is 0, must be at least 1"}));
}

TEST(AnySize, OtherSolversSayWhyNot) {
    const std::map<std::string, std::string> reasons = {
        {"im2col", "images of any size, whose positions it cuts into blocks"},
        {"in_place", "images of any size, whose columns at the border it makes loops of"},
        {"gspc", "images of any size, of which it packs whole rows"},
        {"pooled_bands", "images of any size, of whose results it keeps bands of whole rows"},
        {"winograd", "images of any size, whose tiles of results it counts"}};
    for (const auto &[solver, reason] : reasons) {
        EXPECT_EQ(why_not(solver, tasks.back()), reason) << solver;
    }
    EXPECT_EQ(why_not("direct", tasks[2]),
              "pooling of images of any size: for windows at their ends it takes too long to "
              "generate");
}

} // namespace
} // namespace tiramisu::nn
