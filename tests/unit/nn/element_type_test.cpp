// Problems say of which type their elements are, also of one that no solver computes.
#include "tiramisu/nn/element_type.h"

#include <set>

#include <gtest/gtest.h>

#include "nn/framework/choice/layer_solver.h"
#include "nn/framework/choice/solver_list.h"
#include "support/throws.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {
namespace {

TEST(ElementType, HasANameASizeAndWhatItsSumsAreKeptIn) {
    using type = element_type;
    for (const auto &[which, name, bytes, sums] : {std::tuple{type::f32, "f32", 4, type::f32},
                                                   {type::f16, "f16", 2, type::f32},
                                                   {type::bf16, "bf16", 2, type::f32},
                                                   {type::s32, "s32", 4, type::s32},
                                                   {type::s8, "s8", 1, type::s32},
                                                   {type::u8, "u8", 1, type::s32}}) {
        EXPECT_EQ(to_string(which), name);
        EXPECT_EQ(parse_element_type(name), which);
        EXPECT_EQ(bytes_of(which), static_cast<std::size_t>(bytes));
        EXPECT_EQ(accumulation_type(which), sums);
    }
    EXPECT_TRUE(oracle::throws<user_error>(
        [] { parse_element_type("f64"); },
        {"element type \"f64\"", "is not known; there are f32, f16, bf16, s32, s8, u8"}));
}

TEST(ElementType, DecidesHowExactResultsHaveToBe) {
    EXPECT_EQ(tolerance_of(element_type::f32), find_tolerance);
    EXPECT_LT(tolerance_of(element_type::f32), tolerance_of(element_type::f16));
    EXPECT_LT(tolerance_of(element_type::f16), tolerance_of(element_type::bf16));
    EXPECT_EQ(tolerance_of(element_type::s32), 0);
}

class TypeOfKind : public ::testing::TestWithParam<std::string> {
protected:
    const layer_kind &kind = kind_of(GetParam());
    const std::string text = kind.example() + " type=bf16";
};

class FloatsOnlyKind : public TypeOfKind {};

TEST_P(FloatsOnlyKind, RefusesBfloatsByEverySolver) {
    const std::vector<solver_verdict> all = kind.solvers(text);
    ASSERT_FALSE(all.empty());
    for (const solver_verdict &one : all) {
        EXPECT_EQ(one.why_not, "type bf16, which it does not compute") << one.solver;
    }
    const std::string reason =
        "no solver can do it: solver \"" + all.front().solver + "\": type bf16, which it does not";
    EXPECT_TRUE(oracle::throws<user_error>([&] { make_layer(text); },
                                           {"problem \"", " type=bf16\"", reason}));
    EXPECT_TRUE(oracle::throws<user_error>([&] { kind.write_object(text, "layer.o", "layer"); },
                                           {" type=bf16\"", reason}));
    layer_options naive;
    naive.solver = "naive";
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { make_layer(text, naive); },
        {"solver \"naive\": cannot do it: type bf16, which it does not compute"}));
}

TEST_P(FloatsOnlyKind, FindTellsSo) {
    for (const find_result &one : kind.find(text)) {
        EXPECT_EQ(one.why_not, "type bf16, which it does not compute");
    }
}

class ShortFloatsKind : public TypeOfKind {};

TEST_P(ShortFloatsKind, IsMadeOfItsText) {
    const auto layer = make_layer(text);
    EXPECT_NE(layer->text().find(" type=bf16"), std::string::npos) << layer->text();
    EXPECT_EQ(layer->arguments().front().type, element_type::bf16);
    EXPECT_EQ(layer->arguments().back().type, element_type::bf16);
}

TEST_P(ShortFloatsKind, FindMeasuresThem) {
    search_options opts;
    opts.configurations = opts.repeats = 1;
    const std::vector<find_result> found = kind.find(text, opts);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front().why_not, "");
}

TEST_P(TypeOfKind, OfAnotherNameIsRefused) {
    EXPECT_TRUE(
        oracle::throws<user_error>([&] { kind.solvers(kind.example() + " type=double"); },
                                   {"type: is \"double\", may be f32, f16, bf16, s32, s8, u8"}));
}

TEST_P(TypeOfKind, OfFloatsIsLeftOutOfTexts) {
    EXPECT_EQ(make_layer(kind.example() + " type=f32")->text(), kind.example());
}

const std::set<std::string> of_short_floats = {"batch_norm", "concat", "conv2d",  "conv2d_chain",
                                               "eltwise",    "gemm",   "pooling", "reorder",
                                               "resize",     "softmax"};

/// Of all kinds, or of those that `are_wanted`.
template <typename Wanted>
std::vector<std::string> names(const Wanted &are_wanted) {
    std::vector<std::string> all;
    for (const layer_kind *const one : layer_kinds()) {
        if (are_wanted(one->name())) {
            all.push_back(one->name());
        }
    }
    return all;
}

bool takes_short_floats(const std::string &name) {
    return of_short_floats.count(name) != 0;
}

const auto as_it_is = [](const auto &of) { return of.param; };

INSTANTIATE_TEST_SUITE_P(All, TypeOfKind,
                         ::testing::ValuesIn(names([](const std::string &) { return true; })),
                         as_it_is);
INSTANTIATE_TEST_SUITE_P(All, ShortFloatsKind, ::testing::ValuesIn(names(takes_short_floats)),
                         as_it_is);
INSTANTIATE_TEST_SUITE_P(All, FloatsOnlyKind,
                         ::testing::ValuesIn(names([](const std::string &name) {
                             return !takes_short_floats(name);
                         })),
                         as_it_is);

template <typename Problem>
void expect_round_trip(const std::string &text) {
    const Problem problem = Problem::parse(text + " type=bf16");
    EXPECT_EQ(problem.type, element_type::bf16);
    const std::string end = " type=bf16", printed = problem.text();
    EXPECT_EQ(printed, Problem::parse(text).text() + end);
    EXPECT_EQ(Problem::parse(printed).text(), printed);
}

TEST(ElementType, IsTheLastWordOfAProblem) {
    expect_round_trip<conv2d_problem>("conv2d ic=4 oc=4 ih=5 iw=5 bias=1 post=relu");
    expect_round_trip<gemm_problem>("gemm m=2 n=3 k=4 post=relu");
    expect_round_trip<spmm_problem>("spmm m=2 n=3 k=4 block=2");
    expect_round_trip<recurrent_problem>("lstm ic=4 hc=4 proj=2");
    expect_round_trip<batch_norm_problem>("batch_norm ic=4 ih=5 iw=5");
    expect_round_trip<concat_problem>("concat ih=5 iw=5 ic=2+3");
    expect_round_trip<eltwise_problem>("eltwise ic=4 ih=5 iw=5 post=relu");
    expect_round_trip<pooling_problem>("pooling ic=4 ih=5 iw=5 pool=max_pool:2x2:2x2:0x0");
    expect_round_trip<reorder_problem>("reorder ic=4 ih=5 iw=5 to=nhwc");
    expect_round_trip<resize_problem>("resize ic=4 ih=5 iw=5 oh=3 ow=3");
    expect_round_trip<softmax_problem>("softmax ic=4 ih=5 iw=5");
    expect_round_trip<conv2d_backward_data_problem>("conv2d_backward_data ic=4 oc=4 ih=5 iw=5");
    expect_round_trip<conv2d_backward_weights_problem>(
        "conv2d_backward_weights ic=4 oc=4 ih=5 iw=5 bias=1");
    expect_round_trip<adam_problem>("adam count=5");
}

TEST(ElementType, OfBiasesIsThatOfSums) {
    const tensor mean =
        batch_norm_problem::parse("batch_norm ic=4 ih=5 iw=5 type=bf16").sources()[1];
    EXPECT_EQ(mean.type, element_type::f32);
    EXPECT_EQ(mean.bytes(), 16u);
    EXPECT_EQ(gemm_problem::parse("gemm m=1 n=1 k=1 type=u8 c_type=s32").types().arithmetic(),
              element_type::s32);
    EXPECT_EQ(gemm_problem::parse("gemm m=1 n=1 k=1 type=u8").types().arithmetic(),
              element_type::f32);
    EXPECT_EQ(softmax_problem::parse("softmax ic=4 ih=1 iw=2 type=f16").dst().bytes(), 16u);
}

/// A solver of another type is a class that says so, and nothing else.
class doubling : public layer_solver<struct doubling_task, int> {
public:
    std::string name() const override { return "doubling"; }
    bool computes(element_type type) const override { return type == element_type::bf16; }
    std::string why_not(const doubling_task &) const override { return ""; }
    std::size_t workspace_bytes(const doubling_task &, const configuration &) const override {
        return 0;
    }
    std::vector<tunable> tunables(const doubling_task &) const override { return {}; }
    configuration default_configuration(const doubling_task &) const override { return {}; }
    int generate(const doubling_task &, const configuration &, const std::string &) const override {
        return 2;
    }
};

struct doubling_task {
    eltwise_problem problem;
};

TEST(ElementType, IsOfTheSolversThatComputeIt) {
    const auto all = solver_list<doubling_task, int>::of<doubling>();
    const auto verdict = [&](const std::string &type) {
        return all.verdicts({eltwise_problem::parse("eltwise ic=1 ih=1 iw=1 type=" + type)})
            .front()
            .why_not;
    };
    EXPECT_EQ(verdict("bf16"), "");
    EXPECT_EQ(verdict("f32"), "type f32, which it does not compute");
}

TEST(TensorExtents, AreOfAnyRank) {
    const tensor matrix = {"a", {3, 5}};
    EXPECT_EQ(matrix.size(), 15u);
    EXPECT_TRUE(
        oracle::throws<user_error>([&] { matrix.extents.of_images(); },
                                   {"tensor of 2 extents", "is taken for images, which have 4"}));
    const tensor blocks = {"a", {1, 3, 2, 2}, layout::nchw16c};
    EXPECT_EQ(blocks.size(), 64u);
    EXPECT_EQ(blocks.bytes(), 256u);
}

} // namespace
} // namespace tiramisu::nn
