#include "tiramisu/nn/tensor_layer.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/nn/nn.h"
#include "unit/nn/counted_allocations.h"

namespace tiramisu::nn {
namespace {

const pooling_problem small =
    pooling_problem::parse("pooling ic=3 ih=4 iw=4 pool=max_pool:2x2:2x2:0x0");

template <typename Problem>
class TensorProblem : public ::testing::Test {};
using problems =
    ::testing::Types<batch_norm_backward_problem, batch_norm_problem, batch_norm_training_problem,
                     concat_problem, conv2d_backward_weights_problem, cross_entropy_problem,
                     eltwise_backward_problem, eltwise_problem, layer_norm_backward_problem,
                     layer_norm_problem, pooling_backward_problem, pooling_problem, reorder_problem,
                     resize_problem, softmax_backward_problem, softmax_problem>;
TYPED_TEST_SUITE(TensorProblem, problems);

TYPED_TEST(TensorProblem, ReadsBackItsText) {
    EXPECT_EQ(TypeParam::parse(TypeParam::example).text(), TypeParam::example);
}

TYPED_TEST(TensorProblem, OtherWordsAndSizesAreRefused) {
    const std::string example = TypeParam::example;
    EXPECT_TRUE(oracle::throws<user_error>([&] { TypeParam::parse(example + " colour=red"); },
                                           {"colour", "is no word of such a problem", "layout"}));
    EXPECT_TRUE(oracle::throws<user_error>([&] { TypeParam::parse("conv2d ic=3"); },
                                           {"does not begin with its kind"}));
    const std::size_t mb = example.find("mb=");
    std::string negative = example;
    negative.insert(mb + 3, "-");
    EXPECT_TRUE(oracle::throws<user_error>([&] { TypeParam::parse(negative); },
                                           {"mb: is -", "must be from 0 to"}));
}

TYPED_TEST(TensorProblem, AnEmptyBatchTouchesNothing) {
    TypeParam problem = TypeParam::parse(TypeParam::example);
    problem.mb = 0;
    tensor_layer<TypeParam>(problem).run({}, nullptr);
    EXPECT_TRUE(tensor_layer<TypeParam>::find(problem).empty());
}

::testing::AssertionResult refused(const std::string &text, const std::vector<std::string> &parts) {
    const std::string kind = text.substr(0, text.find(' '));
    const auto parse = [&] {
        kind == "pooling"      ? (void)pooling_problem::parse(text)
        : kind == "eltwise"    ? (void)eltwise_problem::parse(text)
        : kind == "batch_norm" ? (void)batch_norm_problem::parse(text)
        : kind == "softmax"    ? (void)softmax_problem::parse(text)
        : kind == "resize"     ? (void)resize_problem::parse(text)
                               : (void)concat_problem::parse(text);
    };
    return oracle::throws<user_error>(parse, parts);
}

TEST(TensorProblems, WordsOfTheirOwnAreChecked) {
    const std::string sizes = " ic=3 ih=4 iw=4 ";
    EXPECT_TRUE(
        refused("pooling" + sizes, {"pool: is missing; write, for example, pool=max_pool"}));
    EXPECT_TRUE(refused("pooling pool=relu" + sizes, {"pool: \"relu\" is not a pooling"}));
    EXPECT_TRUE(refused("pooling pool=max_pool:5x5:1x1:0x0" + sizes, {"no window fits into 4x4"}));
    EXPECT_TRUE(refused("eltwise with=div" + sizes, {"with: is \"div\", may be add, mul"}));
    EXPECT_TRUE(refused("eltwise post=relu+residual_add" + sizes,
                        {"post: \"residual_add\" is not a function of one value"}));
    EXPECT_TRUE(refused("batch_norm post=max_pool:2x2:2x2:0x0" + sizes, {"of one value"}));
    EXPECT_TRUE(refused("batch_norm epsilon=-1" + sizes, {"epsilon: is -1, must be at least 0"}));
    EXPECT_TRUE(refused("softmax axis=2" + sizes, {"axis: is 2, must be 1 (channels) or 3"}));
    EXPECT_TRUE(refused("resize oh=4" + sizes, {"ow: is 0, must be from 1"}));
    EXPECT_TRUE(refused("resize oh=4 ow=4 by=cubic" + sizes, {"may be nearest, bilinear"}));
    EXPECT_TRUE(refused("resize oh=4 ow=4000000 ic=3 ih=4 iw=400",
                        {"ow: is 4000000, made of 400: their product must be less than 2^30"}));
    EXPECT_TRUE(refused("concat ih=4 iw=4", {"ic: names no source, must name at least one"}));
    std::string sources = "1";
    for (int i = 0; i < 64; i++) {
        sources += "+1";
    }
    EXPECT_TRUE(refused("concat ih=4 iw=4 ic=" + sources, {"ic: names 65 sources, may name 64"}));
    EXPECT_TRUE(refused("concat ih=4 iw=4 ic=3+0", {"ic: has a source of 0 channels"}));
    EXPECT_TRUE(
        refused("concat ih=4 iw=4 ic=3+x", {"ic: is \"3+x\", must be the channels of each"}));
}

TEST(TensorProblems, TensorsThatNo32BitsCountAreRefused) {
    const std::string rule = " has more elements than 32-bit integers count";
    for (const std::string kind : {"softmax", "eltwise", "batch_norm"}) {
        EXPECT_TRUE(refused(kind + " mb=16777216 ic=16777216 ih=16777216 iw=16777216",
                            {"src of 16777216x16777216x16777216x16777216" + rule}));
    }
    EXPECT_TRUE(refused("pooling ic=3 ih=5 iw=5 pool=avg_pool:100000x100000:1x1:99999x99999",
                        {"dst of 1x3x100004x100004" + rule}));
    EXPECT_TRUE(
        refused("resize ic=1 ih=4 iw=4 oh=65536 ow=32768", {"dst of 1x1x65536x32768" + rule}));
    EXPECT_TRUE(refused("concat ic=65536+1 ih=32768 iw=1", {"dst of 1x65537x32768x1" + rule}));
}

TEST(TensorLayer, TakesTheSolverThatIsForTheLayout) {
    pooling_problem problem = small;
    EXPECT_EQ(pooling(problem).solver(), "rows");
    problem.format = layout::nchw16c;
    EXPECT_EQ(pooling(problem).solver(), "columns");
    pooling_problem wide =
        pooling_problem::parse("pooling ic=1 ih=1 iw=70 pool=avg_pool:1x70:1x1:0x0");
    wide.format = layout::nhwc;
    EXPECT_EQ(pooling(wide).solver(), "windows");
    layer_options rows;
    rows.solver = "rows";
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { pooling(problem, rows); },
        {"solver \"rows\"", "cannot do it: layout nchw16c, must be nchw"}));
    layer_options columns;
    columns.solver = "columns";
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { pooling(wide, columns); },
        {"solver \"columns\"", "cannot do it: windows of 70 columns, may be of "}));
}

TEST(TensorLayer, RowsOfASoftmaxUseTheSameMemory) {
    const softmax one(softmax_problem::parse("softmax ic=21 ih=1 iw=1 layout=nhwc"));
    const softmax many(softmax_problem::parse("softmax ic=21 ih=128 iw=128 layout=nhwc"));
    EXPECT_EQ(many.solver(), "along");
    EXPECT_EQ(many.workspace_bytes(), one.workspace_bytes());
}

TEST(TensorLayer, MissingTensorsAreRefused) {
    const pooling layer(small);
    float any[48] = {};
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            layer.run({any, any}, any);
        },
        {"run: sources are 2, must be 1"}));
    EXPECT_TRUE(oracle::throws<user_error>([&] { layer.run({nullptr}, any); }, {"src is null"}));
    EXPECT_TRUE(oracle::throws<user_error>([&] { layer.run({any}, nullptr); }, {"dst is null"}));
}

TEST(TensorLayer, FindRemembersTheFastest) {
    const testing::temporary_folder folder;
    perf_db results((std::filesystem::path(folder.path()) / "perf.sqlite").string());
    search_options opts;
    opts.repeats = 1;
    opts.results = &results;
    const std::vector<find_result> found = pooling::find(small, opts);
    ASSERT_EQ(found.size(), 4u);
    EXPECT_EQ(found[1].why_not, "layout nchw, must be nhwc or nchw16c");
    layer_options measured;
    measured.results = &results;
    EXPECT_EQ(pooling(small, measured).solver(), found.front().record.solver);
}

/// How often a second call allocates.
template <typename Call>
int allocations_of(const Call &call) {
    call();
    const int before = testing::allocations_here();
    call();
    return testing::allocations_here() - before;
}

TEST(TensorLayer, ARunAllocatesNothingButListsOfItsTensors) {
    const batch_norm layer(batch_norm_problem::parse(batch_norm_problem::example));
    const auto image = static_cast<std::size_t>(layer.problem().dst().size());
    const std::vector<float> src(image), channels(static_cast<std::size_t>(layer.problem().ic), 1);
    std::vector<float> dst(image);
    const float *const each = channels.data();
    const std::vector<const_elements> sources = {src.data(), each, each, each, each};
    // The tensors, their names, the results, and the arguments of the code.
    EXPECT_LE(allocations_of([&] { layer.run(sources, dst.data()); }), 4);
}

TEST(PackedLayer, ARunAllocatesNothingButListsOfItsTensors) {
    const gemm layer(gemm_problem::parse("gemm m=4 n=16 k=8 bias=1"));
    const std::vector<float> a(32), b(128), bias(16);
    std::vector<float> c(64);
    const layer_weights packed = layer.pack(b.data());
    EXPECT_LE(allocations_of([&] { layer.run(a.data(), packed, c.data(), bias.data()); }), 3);
}

TEST(FoldBatchNorm, WhatIsMissingOrTooMuchIsRefused) {
    conv2d_problem problem = conv2d_problem::parse("conv2d ic=1 oc=1 ih=1 iw=1");
    const float one = 1;
    const batch_norm_statistics all = {&one, &one, &one, &one};
    batch_norm_statistics some = all;
    some.variance = nullptr;
    const auto refused = [&](const float *weights, const float *bias,
                             const batch_norm_statistics &statistics, const std::string &reason) {
        return oracle::throws<user_error>(
            [&] { fold_batch_norm(problem, weights, bias, statistics); },
            {"fold_batch_norm: " + reason});
    };
    EXPECT_TRUE(refused(nullptr, nullptr, all, "weights is null"));
    EXPECT_TRUE(refused(&one, nullptr, some, "variance is null"));
    EXPECT_TRUE(refused(&one, &one, all, "bias is given, but the problem has none"));
    problem.bias = true;
    EXPECT_TRUE(refused(&one, nullptr, all, "bias is null, but the problem has one"));
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { fold_batch_norm(problem, sparse::csr_matrix(), &one, all); },
        {"fold_batch_norm: weights are 0x0, must be oc x ic / g * kh * kw = 1x1"}));
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { fold_batch_norm(problem, sparse::csr_matrix::from_dense(1, 1, &one), &one, some); },
        {"fold_batch_norm: variance is null"}));
}

} // namespace
} // namespace tiramisu::nn
