#include "tiramisu/nn/conv2d.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "nn/framework/program/machine.h"
#include "support/conv2d_run.h"
#include "support/environment_setting.h"
#include "support/input_file.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/nn/find.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::nn {
namespace {

const conv2d_problem small = conv2d_problem::parse("conv2d ic=3 oc=5 ih=6 iw=7 kh=3 kw=3");
const conv2d_problem with_pooling =
    conv2d_problem::parse("conv2d ic=3 oc=5 ih=6 iw=7 kh=3 kw=3 post=max_pool:2x2:2x2:0x0");
const conv2d_problem with_overlaps =
    conv2d_problem::parse("conv2d ic=3 oc=5 ih=6 iw=7 kh=3 kw=3 post=max_pool:3x2:2x2:0x0");

conv2d_options forced(const std::string &solver, const std::string &configuration = "") {
    conv2d_options opts;
    opts.solver = solver;
    opts.configuration = configuration;
    return opts;
}

/// Succeeds if the convolution is refused with these words.
::testing::AssertionResult refused(const conv2d_problem &problem, const conv2d_options &opts,
                                   const std::vector<std::string> &parts) {
    return oracle::throws<user_error>([&] { conv2d(problem, opts); }, parts);
}

TEST(Conv2d, RuleTakesTheFirstSolverThatCan) {
    EXPECT_EQ(conv2d(small).solver(), "direct");
    EXPECT_EQ(conv2d(with_pooling).solver(), "direct");
    EXPECT_EQ(conv2d(with_overlaps).solver(), "pooled_bands");
}

TEST(Conv2d, ASolverOutsideItsRangeRefusesWithItsReason) {
    EXPECT_TRUE(refused(with_overlaps, forced("direct"),
                        {"problem \"conv2d mb=1", "solver \"direct\"",
                         "pooling with windows 3x2 and strides 2x2, must be equal"}));
    EXPECT_TRUE(refused(small, forced("fastest"),
                        {"solver \"fastest\"", "is not known", "\"direct\"", "\"naive\""}));
}

TEST(Conv2d, WindowsOfAPoolingThatAreApartAreSummedUpInRegisters) {
    const auto refused_with = [&](const std::string &pooling, const std::string &reason) {
        const auto problem = conv2d_problem::parse(
            "conv2d ic=3 oc=5 ih=12 iw=12 kh=3 kw=3 ph=1 pw=1 post=" + pooling);
        return refused(problem, forced("direct"), {reason});
    };
    EXPECT_TRUE(refused_with("max_pool:2x2:2x2:1x0", "pooling with padding 1x0, must be 0x0"));
    EXPECT_TRUE(refused_with("avg_pool:12x12:12x12:0x0", "pooling with windows 12x12, which the "));
}

TEST(Conv2d, BandsArePooledOnlyWhereThereIsAPooling) {
    EXPECT_TRUE(refused(small, forced("pooled_bands"),
                        {"solver \"pooled_bands\"", "no pooling at the end"}));
}

TEST(Conv2d, DepthwiseIsForGroupsOfOneChannelAndOneFilter) {
    const auto refused_with = [&](const std::string &text, const std::string &reason) {
        return refused(conv2d_problem::parse("conv2d ih=9 iw=9 kh=3 kw=3 " + text),
                       forced("depthwise"), {reason});
    };
    EXPECT_TRUE(refused_with("g=3 ic=6 oc=3", "groups of 2 channels and 1 filters"));
    EXPECT_TRUE(refused_with("g=3 ic=3 oc=6", "groups of 1 channels and 2 filters"));
    EXPECT_TRUE(
        refused_with("g=3 ic=3 oc=3 post=max_pool:2x2:2x2:0x0", "post-op pooling, which it"));
    EXPECT_EQ(conv2d(conv2d_problem::parse("conv2d g=5 ic=5 oc=5 ih=9 iw=9 kh=3 kw=3")).solver(),
              "depthwise");
}

TEST(Conv2d, InPlaceIsForChannelsLastWithFewWaysToLeaveTheImage) {
    const auto refused_with = [&](const std::string &text, layout dst, const std::string &reason) {
        conv2d_options opts = forced("in_place");
        opts.layouts = {layout::nhwc, dst};
        return refused(conv2d_problem::parse("conv2d g=2 ic=8 oc=8 ih=9 iw=9 kh=3 " + text), opts,
                       {reason});
    };
    EXPECT_TRUE(refused_with("kw=3", layout::nchw, "layouts nhwc and nchw, must have channels"));
    EXPECT_TRUE(refused_with("kw=3 dw=1", layout::nhwc, "a kernel with gaps"));
    EXPECT_TRUE(refused_with("kw=9 pw=4", layout::nhwc, "leave it in more than 6 ways"));
    EXPECT_TRUE(refused_with("kw=3 post=max_pool:2x2:2x2:0x0", layout::nhwc, "post-op pooling"));
}

TEST(Conv2d, GroupedSpatialPackTakesTilesThatDivideTheGroup) {
    const auto grouped = conv2d_problem::parse("conv2d g=2 ic=12 oc=12 ih=9 iw=9 kh=3 kw=3");
    EXPECT_TRUE(refused(grouped, forced("gspc", "along=0,t_i=4,t_o=2,x=1,y_block=1"),
                        {"t_i is 4, may be 1, 2, 3, 6"}));
    EXPECT_TRUE(refused(with_pooling, forced("gspc"), {"solver \"gspc\"", "post-op pooling"}));
}

/// Why rules that count vectors are not looked at.
const char *const other_vectors = "the sizes here are for vectors of 16 floats";

TEST(Conv2d, RuleTakesGroupedSpatialPackForFewFiltersAGroupAndLongRows) {
    if (machine::here().lanes != 16) {
        GTEST_SKIP() << other_vectors;
    }
    const std::string groups = "conv2d g=2 ic=8 oc=8 kh=3 kw=3 ih=6 ";
    EXPECT_EQ(conv2d(conv2d_problem::parse(groups + "iw=30")).solver(), "gspc");
    EXPECT_EQ(conv2d(conv2d_problem::parse(groups + "iw=8")).solver(), "direct");
}

TEST(Conv2d, RuleTakesGroupedSpatialPackForPlainImagesOfFewChannels) {
    const auto rule = [](const std::string &text, layout format = layout::nchw) {
        conv2d_options opts;
        opts.layouts.dst = format;
        return conv2d(conv2d_problem::parse("conv2d ih=6 kh=3 kw=3 pw=1 " + text), opts).solver();
    };
    EXPECT_EQ(rule("ic=3 oc=8 iw=64"), "gspc");
    EXPECT_EQ(rule("ic=3 oc=8 iw=64 sw=2"), "gspc");
    EXPECT_EQ(rule("ic=3 oc=8 iw=64 sw=3"), "direct");
    EXPECT_EQ(rule("ic=3 oc=7 iw=64"), "gspc");
    EXPECT_EQ(rule("ic=3 oc=11 iw=64"), "direct"); // no tile but of one filter
    EXPECT_EQ(rule("ic=3 oc=8 iw=67"), "gspc");    // rows end inside of a vector
    EXPECT_EQ(rule("ic=3 oc=8 iw=67 sw=2"), "direct");
    EXPECT_EQ(rule("ic=40 oc=8 iw=64"), "direct");
    EXPECT_EQ(rule("ic=3 oc=8 iw=64", layout::nhwc), "direct");
}

TEST(Conv2d, PointwiseIsForKernelsOfOneElementAtEveryPosition) {
    const auto problem = [](const std::string &text) {
        return conv2d_problem::parse("conv2d ic=3 oc=5 ih=6 iw=7 " + text);
    };
    const auto refused_with = [&](const std::string &text, const std::string &reason) {
        return refused(problem(text), forced("pointwise"), {reason});
    };
    EXPECT_TRUE(refused_with("kh=1 kw=2", "kernel 1x2, must be 1x1"));
    EXPECT_TRUE(refused_with("sw=2", "stride 1x2, must be 1x1"));
    EXPECT_TRUE(refused_with("ph=1", "padding 1x0, must be 0x0"));
    EXPECT_TRUE(refused_with("oh=5 ow=7", "result of 5x7, must be that of the image, 6x7"));
    EXPECT_TRUE(refused_with("post=max_pool:2x2:2x2:0x0", "post-op pooling, which it"));
    EXPECT_EQ(conv2d(problem("sw=2")).solver(), "direct");
}

TEST(Conv2d, RuleTakesPointwiseUnlessALastVectorHasOneLane) {
    const auto rule = [](const std::string &text, layout format = layout::nchw) {
        conv2d_options opts;
        opts.layouts = {format, format};
        return conv2d(conv2d_problem::parse("conv2d ic=3 " + text), opts).solver();
    };
    EXPECT_EQ(rule("oc=32 ih=6 iw=7"), "pointwise");
    EXPECT_EQ(rule("oc=5 ih=6 iw=8 post=relu"), "pointwise");
    EXPECT_EQ(rule("oc=5 ih=6 iw=7"), "pointwise");
    EXPECT_EQ(rule("oc=18 ih=6 iw=7", layout::nhwc), "pointwise");
    EXPECT_EQ(rule("oc=17 ih=6 iw=7", layout::nhwc), "direct");
    EXPECT_EQ(rule("oc=5 ih=17 iw=17"), "direct");
}

TEST(Conv2d, PointwiseHasTheLanesOfWhichMostAreAtWork) {
    const auto along = [](const std::string &text, layout format = layout::nchw) {
        conv2d_options opts;
        opts.layouts = {format, format};
        opts.solver = "pointwise";
        const conv2d layer(conv2d_problem::parse("conv2d ic=3 " + text), opts);
        return layer.configuration().substr(0, std::string("along=0").size());
    };
    EXPECT_EQ(along("oc=64 ih=8 iw=8"), "along=1");
    EXPECT_EQ(along("oc=64 ih=7 iw=7"), "along=0");
    EXPECT_EQ(along("oc=5 ih=7 iw=7"), "along=1");
    EXPECT_EQ(along("oc=63 ih=3 iw=3"), "along=0");
    EXPECT_EQ(along("oc=5 ih=7 iw=7", layout::nhwc), "along=0");
    EXPECT_EQ(along("oc=1 ih=1 iw=1"), "along=0");
}

TEST(Conv2d, RuleTakesIm2colWherePositionsLieWholePagesApart) {
    const auto rule = [](const std::string &text, layout format) {
        conv2d_options opts;
        opts.layouts.src = format;
        return conv2d(conv2d_problem::parse("conv2d oc=32 ih=2 iw=3 " + text), opts).solver();
    };
    EXPECT_EQ(rule("ic=1024", layout::nhwc), "im2col");
    EXPECT_EQ(rule("ic=1040", layout::nhwc), "pointwise");
    EXPECT_EQ(rule("ic=1024", layout::nchw), "pointwise");
    EXPECT_TRUE(refused(with_pooling, forced("im2col"), {"solver \"im2col\"", "post-op pooling"}));
}

TEST(Conv2d, RuleTakesVectorsOfColumnsWhereGroupsHaveFewFilters) {
    if (machine::here().lanes != 16) {
        GTEST_SKIP() << other_vectors;
    }
    const auto made = [](const std::string &text, layout format) {
        conv2d_options opts;
        opts.layouts = {format, format};
        return conv2d(conv2d_problem::parse("conv2d g=2 kh=3 kw=3 ph=1 pw=1 " + text), opts);
    };
    const std::string few = "ic=8 oc=8 ih=4 iw=32", many = "ic=32 oc=32 ih=8 iw=8";
    for (const layout format : {layout::nchw, layout::nchw16c}) {
        EXPECT_EQ(made(few, format).solver(), "gspc");
        EXPECT_EQ(made(few, format).configuration().rfind("along=1", 0), 0U);
    }
    EXPECT_EQ(made("ic=8 oc=8 ih=4 iw=37", layout::nchw).solver(), "gspc"); // no whole vectors
    EXPECT_EQ(made(many, layout::nchw).solver(), "direct");
    EXPECT_EQ(made(many, layout::nchw16c).solver(), "in_place");
}

TEST(Conv2d, RelaxedRuleTakesTilesWhereTheySaveWork) {
    if (machine::here().lanes != 16) {
        GTEST_SKIP() << other_vectors;
    }
    const auto rule = [](const std::string &text, bool relaxed = true) {
        conv2d_options opts;
        opts.relaxed = relaxed;
        return conv2d(conv2d_problem::parse("conv2d kh=3 kw=3 ph=1 pw=1 " + text), opts).solver();
    };
    EXPECT_NE(rule("ic=64 oc=64 ih=14 iw=14", false), "winograd");
    EXPECT_EQ(rule("ic=64 oc=64 ih=14 iw=14"), "winograd");
    EXPECT_EQ(rule("g=2 ic=64 oc=64 ih=14 iw=14"), "winograd");
    EXPECT_NE(rule("ic=64 oc=64 ih=14 iw=14 sh=2"), "winograd");
    EXPECT_NE(rule("ic=64 oc=64 ih=1 iw=14"), "winograd");  // most of each tile is not there
    EXPECT_NE(rule("ic=256 oc=256 ih=4 iw=4"), "winograd"); // four times the weights
    EXPECT_NE(rule("ic=3 oc=64 ih=14 iw=14"), "winograd");
    EXPECT_NE(rule("ic=64 oc=8 ih=14 iw=14"), "winograd");
}

TEST(Conv2d, RuleTakesNoPointwiseVectorsThatAreStoredLaneByLane) {
    if (machine::here().lanes != 16) {
        GTEST_SKIP() << other_vectors;
    }
    const auto rule = [](int filters, layout to) {
        conv2d_options opts;
        opts.layouts = {layout::nchw16c, to};
        return conv2d(
                   conv2d_problem::parse("conv2d ic=32 ih=13 iw=13 oc=" + std::to_string(filters)),
                   opts)
            .solver();
    };
    EXPECT_EQ(rule(40, layout::nchw16c), "pointwise");
    EXPECT_EQ(rule(48, layout::nchw), "pointwise");
    EXPECT_EQ(rule(40, layout::nchw), "direct");
}

TEST(Conv2d, ChannelsInBlocksAreReadWithoutDivisions) {
    conv2d_options opts;
    opts.layouts = {layout::nchw16c, layout::nchw16c};
    for (const char *kernel : {"", " sh=2 sw=2"}) { // by pointwise, and by direct
        const testing::temporary_folder folder;
        const testing::environment_setting extra("TIRAMISU_EMIT", "stmt");
        const auto problem =
            conv2d_problem::parse("conv2d ic=64 oc=64 ih=12 iw=12" + std::string(kernel));
        conv2d::write_object(problem, folder / "blocks.o", "blocks", opts);
        const std::string loops = support::text_of_file(folder / "blocks.stmt");
        const std::size_t read = loops.find("src[", loops.find("for ("));
        ASSERT_NE(std::string::npos, read) << loops;
        const std::size_t innermost = loops.rfind("for (", read);
        const std::string body = loops.substr(innermost, loops.find('}', read) - innermost);
        EXPECT_EQ(std::string::npos, body.find_first_of("%/")) << body;
    }
}

TEST(Conv2d, TilesOfDirectAreAllFullWhereWeightsAreStreamed) {
    conv2d_options opts;
    opts.solver = "direct";
    opts.layouts = {layout::nhwc, layout::nhwc};
    const auto rows = [&](const std::string &size) {
        const auto problem =
            conv2d_problem::parse("conv2d ic=1024 oc=1024 kh=3 kw=3 ph=1 pw=1 " + size);
        const std::string text = conv2d(problem, opts).configuration();
        return text.substr(text.find(",y=") + 3, 1);
    };
    EXPECT_EQ(rows("ih=5 iw=5"), "1");
    EXPECT_EQ(rows("ih=7 iw=7"), "1");
}

TEST(Conv2d, WinogradIsForDenseKernelsOfUpToSeven) {
    const std::string sizes = "conv2d ic=3 oc=5 ih=9 iw=9 ";
    for (const std::string kernel : {"kh=3 kw=3", "kh=1 kw=2", "kh=7 kw=1", "kh=5 kw=7"}) {
        EXPECT_EQ(conv2d(conv2d_problem::parse(sizes + kernel), forced("winograd")).solver(),
                  "winograd");
    }
    const auto refused_with = [&](const std::string &text, const std::string &reason) {
        return refused(conv2d_problem::parse(sizes + text), forced("winograd"), {reason});
    };
    EXPECT_TRUE(refused_with("kh=1 kw=1", "kernel 1x1, must be larger than 1x1 and at most 7x7"));
    EXPECT_TRUE(refused_with("kh=3 kw=8", "kernel 3x8, must be larger than 1x1 and at most 7x7"));
    EXPECT_TRUE(refused_with("kh=3 kw=3 sh=2", "stride 2x1, must be 1x1"));
    EXPECT_TRUE(refused_with("kh=3 kw=3 dw=1", "dilation 0x1, must be 0x0"));
    EXPECT_TRUE(refused_with("kh=3 kw=3 post=max_pool:3x2:2x2:0x0", "windows 3x2 and strides"));
    EXPECT_TRUE(refused_with("kh=3 kw=3 post=max_pool:5x2:5x2:0x0",
                             "windows 5x2, which divide no tile of a 3x3 kernel"));
    EXPECT_TRUE(refused_with("kh=1 kw=3 post=max_pool:2x2:2x2:0x0",
                             "windows 2x2, which divide no tile of a 1x3 kernel"));
}

TEST(Conv2d, AConfigurationThatIsNotValidIsRefused) {
    EXPECT_TRUE(refused(small, forced("direct", "x=1"), {"configuration \"x=1\"", "missing"}));
    EXPECT_TRUE(refused(small, forced("direct", "c=3,f_vectors=99,x=1,y=1,y_block=1"),
                        {"f_vectors is 99, may be"}));
    EXPECT_TRUE(refused(small, forced("direct", "fast"), {"form name=number,name=number"}));
    EXPECT_TRUE(refused(small, forced("auto", "x=1"), {"without the solver"}));
}

TEST(Conv2d, MissingAndSuperfluousTensorsAreRefused) {
    conv2d_problem problem = small;
    problem.bias = true;
    const conv2d layer(problem);
    std::vector<float> any(1000);
    const auto with = [&](const float *src, const float *bias, float *dst, const float *residual) {
        return [=, &layer, &any] { layer.run(src, any.data(), bias, dst, residual); };
    };
    float *there = any.data();
    const auto refused_run = [](const auto &call, const std::string &part) {
        return oracle::throws<user_error>(call, {part});
    };
    EXPECT_TRUE(refused_run(with(nullptr, there, there, nullptr), "src is null"));
    EXPECT_TRUE(refused_run(with(there, nullptr, there, nullptr), "bias is null"));
    EXPECT_TRUE(refused_run(with(there, there, nullptr, nullptr), "dst is null"));
    EXPECT_TRUE(refused_run(with(there, there, there, there), "residual is given"));
    EXPECT_TRUE(refused_run([&] { layer.pack(nullptr); }, "pack: weights is null"));
    EXPECT_TRUE(refused_run([&] { layer.run(there, conv2d::packed_weights(), there, there); },
                            "another convolution"));
}

TEST(Conv2d, AnEmptyBatchTouchesNothing) {
    conv2d_problem problem = small;
    problem.mb = 0;
    const conv2d layer(problem);
    layer.run(nullptr, conv2d::packed_weights(), nullptr, nullptr);
}

TEST(Conv2d, PackedWeightsAreUsedAgain) {
    const conv2d layer(small);
    const oracle::conv2d_data data(small, 1);
    const conv2d::packed_weights packed = layer.pack(data.weights.data());
    std::vector<float> first(5 * 4 * 5), second(first.size());
    layer.run(data.src.data(), data.weights.data(), nullptr, first.data());
    layer.run(data.src.data(), packed, nullptr, second.data());
    EXPECT_EQ(first, second);
    EXPECT_LE(oracle::largest_error(oracle::reference_conv2d(small, data), first), 1e-6);
}

TEST(Conv2d, LeavesTheUsersFunctionAlone) {
    init("of_the_user");
    const conv2d layer(small);
    EXPECT_EQ(global::get_implicit_function()->get_name(), "of_the_user");
}

TEST(Find, RanksSolversAndTheirWinnerIsTakenAfterwards) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("find_test." + std::to_string(getpid()));
    perf_db db((folder / "perf.sqlite").string());
    find_options opts;
    opts.solvers = {"direct", "naive"};
    opts.configurations = 2;
    opts.repeats = 1;
    opts.results = &db;
    const std::vector<find_result> results = find(small, opts);
    ASSERT_GE(results.size(), 3u);
    for (std::size_t i = 0; i + 1 < results.size(); i++) {
        if (results[i + 1].why_not.empty()) {
            EXPECT_EQ(results[i].why_not, "");
            EXPECT_LE(results[i].record.milliseconds, results[i + 1].record.milliseconds);
        }
    }
    conv2d_options measured;
    measured.results = &db;
    const conv2d layer(small, measured);
    EXPECT_EQ(layer.solver(), results.front().record.solver);
    EXPECT_EQ(layer.configuration(), results.front().record.configuration);
    std::filesystem::remove_all(folder);
}

TEST(Find, ARecordThatNoSolverCanComputeAnyMoreIsPassedOver) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("find_test." + std::to_string(getpid()));
    perf_db db((folder / "perf.sqlite").string());
    db.store(
        machine::here().fingerprint(), small.text() + " src=nchw dst=nchw",
        {{"of_another_version", "", 0.1, 0}, {"direct", "x=0", 0.2, 0}, {"naive", "", 0.3, 0}});
    conv2d_options measured;
    measured.results = &db;
    EXPECT_EQ(conv2d(small, measured).solver(), "naive");
    std::filesystem::remove_all(folder);
}

TEST(Find, LeavesOutTheNaiveSolverWhereAnotherCounts) {
    find_options opts;
    opts.configurations = opts.repeats = 1;
    const auto problem = conv2d_problem::parse("conv2d ic=3 oc=5 ih=6 iw=7");
    const std::vector<find_result> results = find(problem, opts);
    ASSERT_EQ(results.size(), conv2d_solvers(problem).size());
    EXPECT_EQ(results.front().why_not, "");
    EXPECT_EQ(results.back().record.solver, "naive");
    EXPECT_EQ(results.back().why_not,
              "slow, and timed only by name or where no other solver counts");
}

TEST(Find, SaysWhyASolverDoesNotCount) {
    find_options opts;
    opts.configurations = opts.repeats = 1;
    const std::vector<find_result> results = find(with_overlaps, opts);
    EXPECT_EQ(results.front().record.solver, "pooled_bands");
    const auto why_not = [&](const std::string &solver) {
        for (const find_result &one : results) {
            if (one.record.solver == solver) {
                return one.why_not;
            }
        }
        return std::string();
    };
    EXPECT_EQ(why_not("depthwise"),
              "groups of 3 channels and 5 filters, must be of one channel and one filter");
    EXPECT_EQ(why_not("direct"), "pooling with windows 3x2 and strides 2x2, must be equal");
}

} // namespace
} // namespace tiramisu::nn
