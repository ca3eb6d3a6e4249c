// Sparse convolutions that are made for one pattern.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include <unistd.h>

#include "nn/framework/program/kernel.h"
#include "nn/sparse/compressed_rows/same_pattern.h"
#include "nn/sparse/conv2d/solvers.h"
#include "support/throws.h"
#include "tiramisu/nn/sparse_conv2d.h"

namespace tiramisu::nn {
namespace {

const conv2d_problem small = conv2d_problem::parse("conv2d ic=3 oc=3 ih=6 iw=7 kh=3 kw=3");

sparse::csr_matrix matrix(std::vector<std::int32_t> columns, std::vector<std::int32_t> row_starts) {
    std::vector<float> values(columns.size(), 1.5f);
    return {3, 27, {std::move(values), std::move(columns), std::move(row_starts)}};
}

const sparse::csr_matrix known = matrix({2, 5, 26, 0}, {0, 3, 3, 4});

sparse_conv2d_options unrolled(const sparse::csr_matrix &pattern) {
    sparse_conv2d_options opts;
    opts.solver = "unrolled";
    opts.pattern = pattern;
    return opts;
}

std::string why_not_unrolled(const conv2d_problem &problem, const sparse_conv2d_options &opts) {
    for (const solver_verdict &one : sparse_conv2d_solvers(problem, opts)) {
        if (one.solver == "unrolled") {
            return one.why_not;
        }
    }
    return "is not known";
}

TEST(KnownPattern, IsAskedForByTheSolverThatHasCodeForEachNonZero) {
    EXPECT_EQ(why_not_unrolled(small, {}),
              "weights of any pattern; give the only one that they will have as \"pattern\"");
    EXPECT_EQ(why_not_unrolled(small, unrolled(known)), "");
}

sparse::csr_matrix full_row(int nonzeros) {
    const std::vector<float> weights(static_cast<std::size_t>(nonzeros), 1.0f);
    return sparse::csr_matrix::from_dense(1, nonzeros, weights.data());
}

TEST(KnownPattern, MayNotHaveMoreNonZerosThanThereIsRoomForCode) {
    EXPECT_EQ(why_not_unrolled(conv2d_problem::parse("conv2d ic=2049 oc=1 ih=6 iw=7"),
                               unrolled(full_row(2049))),
              "a pattern of 2049 non-zeros, each of which takes code; must be at most 2048");
    EXPECT_EQ(why_not_unrolled(conv2d_problem::parse("conv2d ic=2048 oc=1 ih=6 iw=7"),
                               unrolled(full_row(2048))),
              "");
}

TEST(KnownPattern, DoesNotHelpWhereColumnsLieApartOrWindowsArePooled) {
    sparse_conv2d_options opts = unrolled(known);
    EXPECT_EQ(
        why_not_unrolled(
            conv2d_problem::parse("conv2d ic=3 oc=3 ih=6 iw=8 kh=3 kw=3 post=max_pool:2x2:2x2:0x0"),
            opts),
        "post-op pooling, which it does not compute");
    opts.layouts.dst = layout::lifted;
    EXPECT_EQ(why_not_unrolled(small, opts),
              "images in the lifted layout, whose columns lie apart");
}

TEST(KnownPattern, OfAnotherSizeIsRefused) {
    EXPECT_TRUE(oracle::throws<user_error>(
        [] {
            sparse_conv2d(small, unrolled(sparse::csr_matrix(4, 27, {{}, {}, {0, 0, 0, 0, 0}})));
        },
        {"problem \"conv2d", "pattern: weights are 4x27, must be oc x ic * kh * kw = 3x27"}));
}

TEST(KnownPattern, OfOtherWeightsIsNotPacked) {
    const sparse_conv2d layer(small, unrolled(known));
    const auto refused = [&](const sparse::csr_matrix &other, const std::string &reason) {
        return oracle::throws<user_error>([&] { layer.pack(other); },
                                          {"problem \"conv2d", "pack: weights have " + reason});
    };
    EXPECT_TRUE(refused(matrix({2, 4, 26, 0}, {0, 3, 3, 4}),
                        "a non-zero in row 0, column 4, but the layer's pattern has none there; "
                        "make a layer for this pattern, or one without a pattern"));
    EXPECT_TRUE(refused(matrix({2, 6, 26, 0}, {0, 3, 3, 4}),
                        "no non-zero in row 0, column 5, but the layer's pattern has one there"));
    EXPECT_TRUE(refused(matrix({2, 5, 26, 0}, {0, 3, 4, 4}), "a non-zero in row 1, column 0,"));
    EXPECT_TRUE(refused(matrix({2, 5, 26}, {0, 3, 3, 3}), "no non-zero in row 2, column 0,"));
    EXPECT_NO_THROW(layer.pack(known));
}

TEST(KnownPattern, HoldsForOtherSolversToo) {
    sparse_conv2d_options opts = unrolled(known);
    opts.solver = "naive";
    const sparse_conv2d layer(small, opts);
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            layer.pack(matrix({}, {0, 0, 0, 0}));
        },
        {"pack: weights have no non-zero in row 0, column 2,"}));
}

TEST(KnownPattern, IsPartOfWhatIsRemembered) {
    const auto key = [](const sparse::csr_matrix &pattern) {
        sparse_conv2d_task task{small, {}, machine::here(), 0.15};
        task.know(pattern);
        return task.perf_key();
    };
    EXPECT_EQ(key(known), "sparse_" + small.text() +
                              " src=nchw dst=nchw density=0.049 pattern=db3c4d8e439a5e5c");
    EXPECT_NE(key(known), key(matrix({2, 5, 25, 0}, {0, 3, 3, 4})));
    EXPECT_NE(key(known), key(matrix({2, 5, 26, 0}, {0, 3, 4, 4})));
}

TEST(KnownPattern, FindTriesItAndItsWinnerIsTakenAfterwards) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("known_pattern_test." + std::to_string(getpid()));
    perf_db db((folder / "perf.sqlite").string());
    sparse_find_options opts;
    opts.solvers = {"unrolled"};
    opts.configurations = opts.repeats = 1;
    opts.results = &db;
    opts.pattern = known;
    const std::vector<find_result> results = sparse_conv2d::find(small, opts);
    ASSERT_FALSE(results.empty());
    EXPECT_EQ(results.front().record.solver, "unrolled");
    EXPECT_EQ(results.front().why_not, "");
    sparse_conv2d_options measured;
    measured.results = &db;
    measured.pattern = known;
    EXPECT_EQ(sparse_conv2d(small, measured).solver(), "unrolled");
    measured.pattern = matrix({2, 5, 25, 0}, {0, 3, 3, 4});
    EXPECT_NE(sparse_conv2d(small, measured).solver(), "unrolled");
    std::filesystem::remove_all(folder);
}

const find_result *result_of(const std::string &solver, const std::vector<find_result> &results) {
    const auto found = std::find_if(results.begin(), results.end(), [&](const find_result &one) {
        return one.record.solver == solver;
    });
    return found == results.end() ? nullptr : &*found;
}

TEST(KnownPattern, IsFoundForWhateverItsValuesAre) {
    sparse_find_options opts;
    opts.solvers = {"unrolled", "naive"};
    opts.configurations = opts.repeats = 1;
    opts.seconds = 0;
    const std::vector<float> values(4, std::numeric_limits<float>::infinity());
    opts.pattern = sparse::csr_matrix(3, 27, {values, known.column_indices(), known.row_starts()});
    const std::vector<find_result> results = sparse_conv2d::find(small, opts);
    ASSERT_EQ(results.size(), 2u);
    for (const find_result &one : results) {
        EXPECT_EQ(one.why_not, "") << one.record.solver;
    }
}

TEST(KnownPattern, IsNotTakenFromWeightsThatAreMeasured) {
    find_options opts;
    opts.configurations = opts.repeats = 1;
    const std::vector<find_result> results = sparse_conv2d::find(small, known, opts);
    const find_result *unrolled = result_of("unrolled", results);
    ASSERT_NE(unrolled, nullptr);
    EXPECT_EQ(unrolled->why_not, why_not_unrolled(small, {}));
    opts.solvers = {"unrolled"};
    EXPECT_TRUE(oracle::throws<user_error>([&] { sparse_conv2d::find(small, known, opts); },
                                           {"cannot do it: weights of any pattern"}));
}

/// Both functions of an object, which check what they are given.
class CheckedUnrolled : public ::testing::Test {
protected:
    CheckedUnrolled() {
        sparse_conv2d_task asked{small, {}, machine::here(), 0.15, true};
        asked.know(known);
        const sparse_conv2d_task task = asked.checked({});
        const auto choice = all_sparse_conv2d_solvers().by_name(task, "unrolled", "", "", {});
        const auto made =
            std::get<sparse_program>(choice.solver->generate(task, choice.values, "layer"));
        options validating;
        validating.checks = argument_checks::memory; // rows of all elements
        validating.validate = true;
        run_ = made.run.compile(validating);
        pack_ = made.pack_pattern.compile(validating);
    }

    std::string pack(const sparse::csr_matrix &given) {
        std::vector<std::int32_t> rows = given.row_starts(), columns = given.column_indices();
        offsets.assign(columns.size(), -1);
        starts.assign(6, -1);
        const auto count = static_cast<std::int64_t>(columns.size());
        return said(pack_({{rows.data(), {4}},
                           {columns.data(), {count}},
                           {offsets.data(), {count}},
                           {starts.data(), {2, 3}},
                           given.nonzeros()}));
    }
    std::string run() {
        std::vector<float> src(3 * 42, 1.0f), values(offsets.size(), 1.0f), dst(3 * 20);
        const auto count = static_cast<std::int64_t>(offsets.size());
        return said(run_({{src.data(), {1, 3, 6, 7}},
                          {values.data(), {count}},
                          {offsets.data(), {count}},
                          {starts.data(), {2, 3}},
                          {dst.data(), {1, 3, 4, 5}},
                          static_cast<std::int32_t>(count)}));
    }

    std::vector<std::int32_t> offsets, starts;

private:
    static std::string said(int status) {
        return status == 0 ? "" : compiled_function::error_text();
    }
    compiled_function run_, pack_;
};

TEST_F(CheckedUnrolled, TakesItsPattern) {
    EXPECT_EQ(pack(known), "");
    EXPECT_EQ(run(), "");
}

TEST_F(CheckedUnrolled, PacksNoOther) {
    EXPECT_EQ(pack(matrix({2, 4, 26, 0}, {0, 3, 3, 4})),
              "layer_pack_pattern: argument \"column_indices\": element 1 is 4, must be 5: the "
              "layer's pattern has a non-zero there");
    EXPECT_EQ(pack(matrix({2, 5, 26, 0}, {0, 3, 4, 4})),
              "layer_pack_pattern: argument \"row_starts\": element 2 is 4, must be 3: the layer's "
              "pattern has a row begin there");
    EXPECT_EQ(pack(matrix({2, 5, 26}, {0, 3, 3, 3})),
              "layer_pack_pattern: argument \"nonzeros\" is 3, must be 4: the layer's pattern has "
              "so many non-zeros");
}

TEST_F(CheckedUnrolled, DoesNotRunWithAnother) {
    ASSERT_EQ(pack(known), "");
    offsets[1]++;
    EXPECT_NE(run().find("layer: argument \"offsets\": element 1 is "), std::string::npos) << run();
    EXPECT_NE(run().find(": the layer's pattern has a non-zero there"), std::string::npos);
    offsets[1]--;
    starts[2]++;
    EXPECT_NE(run(), "");
}

} // namespace
} // namespace tiramisu::nn
