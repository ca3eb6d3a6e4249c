// Sparse chains whose steps are made for one pattern each.

#include <gtest/gtest.h>

#include <algorithm>

#include "nn/framework/program/kernel.h"
#include "nn/sparse/conv2d_chain/sparse_chain_program.h"
#include "support/pruned_chain.h"
#include "support/temporary_folder.h"
#include "support/throws.h"

namespace tiramisu::nn {
namespace {

using oracle::parsed_conv2d;

const oracle::conv2d_steps steps = oracle::residual_block("mb=2 ih=8 iw=8");

/// 5 x 45, with one non-zero in this column of each row.
sparse::csr_matrix column_of(int column) {
    return {
        5,
        45,
        {std::vector<float>(5, 1.5f), std::vector<std::int32_t>(5, column), {0, 1, 2, 3, 4, 5}}};
}

template <typename Options>
Options with_patterns(const std::vector<std::optional<sparse::csr_matrix>> &patterns) {
    Options opts;
    opts.patterns = patterns;
    opts.between = layout::nchw;
    return opts;
}

sparse_chain_find_options tried(const std::vector<std::optional<sparse::csr_matrix>> &patterns) {
    auto opts = with_patterns<sparse_chain_find_options>(patterns);
    opts.solvers = {"unrolled"};
    opts.configurations = opts.repeats = 1;
    return opts;
}

TEST(KnownPatternChain, HasAPatternForEachOrNone) {
    const auto opts = with_patterns<sparse_conv2d_chain_options>({column_of(3)});
    EXPECT_TRUE(
        oracle::throws<user_error>([&] { sparse_conv2d_chain(steps, opts); },
                                   {"chain of 2 steps: patterns: are 1, must be one a step"}));
    EXPECT_TRUE(
        oracle::throws<user_error>([&] { sparse_conv2d_chain::find(steps, tried(opts.patterns)); },
                                   {"chain of 2 steps: patterns: are 1, must be one a step"}));
    const auto two = with_patterns<sparse_conv2d_chain_options>({std::nullopt, std::nullopt});
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { sparse_conv2d_chain(oracle::projection("2"), oracle::projected_block("2"), two); },
        {"patterns: are 2, must be one a step and the shortcut's"}));
}

TEST(KnownPatternChain, OfAnotherSizeIsRefused) {
    const auto opts = with_patterns<sparse_conv2d_chain_options>(
        {std::nullopt, sparse::csr_matrix(4, 45, {{}, {}, {0, 0, 0, 0, 0}})});
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { sparse_conv2d_chain(steps, opts); },
        {"residual_add", "pattern: weights are 4x45, must be oc x ic * kh * kw = 5x45"}));
}

TEST(KnownPatternChain, OfOtherWeightsIsNotPacked) {
    const sparse_conv2d_chain chain(
        steps, with_patterns<sparse_conv2d_chain_options>({column_of(3), column_of(3)}));
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            chain.pack({column_of(3), column_of(4)});
        },
        {"residual_add", "pack, step 2: weights have no non-zero in row 0, column 3, but the "
                         "layer's pattern has one there; make a layer for this pattern, or one "
                         "without a pattern"}));
    EXPECT_NO_THROW(chain.pack({column_of(3), column_of(3)}));
    const sparse_conv2d_chain first(
        steps, with_patterns<sparse_conv2d_chain_options>({column_of(3), std::nullopt}));
    EXPECT_NO_THROW(first.pack({column_of(3), column_of(4)}));
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            first.pack({column_of(4), column_of(4)});
        },
        {"pack, step 1: weights have no non-zero in row 0, column 3"}));
}

TEST(KnownPatternChain, OfOtherWeightsIsNotPackedForAShortcut) {
    const oracle::pruned_chain block(oracle::projected_block("2"), oracle::projection("2"));
    const sparse_conv2d_chain chain =
        block.compiled(with_patterns<sparse_conv2d_chain_options>(block.patterns()));
    std::vector<sparse::csr_matrix> weights = block.weights();
    weights[2] = sparse::csr_matrix(6, 4, {{}, {}, {0, 0, 0, 0, 0, 0, 0}});
    EXPECT_TRUE(oracle::throws<user_error>([&] { chain.pack(weights); },
                                           {"pack, shortcut: weights have no non-zero in row"}));
}

TEST(KnownPatternChain, MayHaveTooManyNonZerosForCode) {
    const oracle::conv2d_steps wide = {parsed_conv2d("ic=2049 oc=1 ih=4 iw=4"),
                                       parsed_conv2d("ic=1 oc=2 ih=4 iw=4")};
    const std::vector<float> weights(2049, 1.0f);
    const auto opts = tried({sparse::csr_matrix::from_dense(1, 2049, weights.data()),
                             sparse::csr_matrix::from_dense(2, 1, weights.data())});
    EXPECT_TRUE(oracle::throws<user_error>([&] { sparse_conv2d_chain::find(wide, opts); },
                                           {"ic=2049", "solver \"unrolled\"",
                                            "cannot do it: a pattern of 2049 non-zeros, each of "
                                            "which takes code; must be at most 2048"}));
}

TEST(KnownPatternChain, HasNoCodeWhereLiftedImagesLieBetween) {
    sparse_chain_find_options opts = tried({column_of(3), column_of(3)});
    opts.between = layout::lifted;
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { sparse_conv2d_chain::find(steps, opts); },
        {"cannot do it: images in the lifted layout, whose columns lie apart"}));
}

TEST(KnownPatternChain, FindTriesItAndItsWinnerIsTakenForThesePatternsAlone) {
    const testing::temporary_folder folder;
    perf_db db(folder / "perf.sqlite");
    sparse_chain_find_options opts = tried({column_of(3), column_of(7)});
    opts.results = &db;
    const auto found = sparse_conv2d_chain::find(steps, opts);
    ASSERT_EQ(found.size(), 2u);
    for (const std::vector<find_result> &ranked : found) {
        ASSERT_FALSE(ranked.empty());
        EXPECT_EQ(ranked.front().record.solver, "unrolled");
        EXPECT_EQ(ranked.front().why_not, "");
    }
    auto taken = with_patterns<sparse_conv2d_chain_options>({column_of(3), column_of(8)});
    taken.results = &db;
    const sparse_conv2d_chain chain(steps, taken);
    EXPECT_EQ(chain.steps()[0].solver(), "unrolled");
    EXPECT_NE(chain.steps()[1].solver(), "unrolled");
}

TEST(KnownPatternChain, MayHaveBlocksOfChannelsBetween) {
    sparse_conv2d_chain_options opts;
    const std::size_t of_5_channels = sparse_conv2d_chain(steps, opts).workspace_bytes();
    opts.between = layout::nchw16c;
    EXPECT_EQ(sparse_conv2d_chain(steps, opts).workspace_bytes(), of_5_channels / 5 * 16);
}

template <typename T>
jit_argument all_of(std::vector<T> &values) {
    return {values.data(), {static_cast<std::int64_t>(values.size())}};
}

/// Both functions of an object, each of whose steps has code for its pattern.
class CheckedUnrolledChain : public ::testing::Test {
protected:
    CheckedUnrolledChain() {
        const testing::temporary_folder folder;
        perf_db db(folder / "perf.sqlite");
        auto opts = with_patterns<sparse_conv2d_chain_options>({column_of(3), column_of(7)});
        opts.results = &db;
        oracle::pruned_chain(steps).prefer("unrolled", opts, db);
        const chain_members members({}, steps, {}, opts.between, {});
        const sparse_chain_program made =
            generate_chain(members, opts, machine::here(), opts, "block");
        options validating;
        validating.checks = argument_checks::memory; // rows of all elements
        validating.validate = true;
        run_ = made.run.compile(validating);
        pack_ = made.pack_pattern.compile(validating);
        for (const sparse_chain_program::member &one : made.members) {
            EXPECT_EQ(one.choice.solver->name(), "unrolled");
            offsets.emplace_back(5, -1);
            starts.emplace_back(static_cast<std::size_t>(one.starts_count), -1);
        }
    }

    std::string pack(const std::vector<sparse::csr_matrix> &given) {
        std::vector<std::vector<std::int32_t>> rows, columns;
        for (const sparse::csr_matrix &one : given) {
            rows.push_back(one.row_starts());
            columns.push_back(one.column_indices());
        }
        std::vector<jit_argument> arguments;
        for (std::size_t i = 0; i < given.size(); i++) {
            arguments.insert(arguments.end(), {all_of(rows[i]), all_of(columns[i]),
                                               all_of(offsets[i]), all_of(starts[i])});
        }
        return said(pack_, arguments);
    }
    std::string run() {
        std::vector<float> src(2 * 5 * 64, 1.0f), values(5, 1.5f), bias(5), dst(src.size());
        return said(run_, {all_of(src), all_of(values), all_of(offsets[0]), all_of(starts[0]),
                           all_of(bias), all_of(values), all_of(offsets[1]), all_of(starts[1]),
                           all_of(dst)});
    }

    std::vector<std::vector<std::int32_t>> offsets, starts;

private:
    compiled_function run_, pack_;

    static std::string said(const compiled_function &what, std::vector<jit_argument> arguments) {
        arguments.insert(arguments.end(), 2, jit_argument(std::int32_t{5}));
        return what(arguments) == 0 ? "" : compiled_function::error_text();
    }
};

TEST_F(CheckedUnrolledChain, TakesItsPatterns) {
    EXPECT_EQ(pack({column_of(3), column_of(7)}), "");
    EXPECT_EQ(run(), "");
}

TEST_F(CheckedUnrolledChain, PacksNoOtherAndDoesNotRunWithIt) {
    EXPECT_EQ(pack({column_of(3), column_of(8)}),
              "block_pack_pattern: argument \"column_indices_2\": element 0 is 8, must be 7: the "
              "layer's pattern has a non-zero there");
    ASSERT_EQ(pack({column_of(3), column_of(7)}), "");
    offsets[0][4]++;
    EXPECT_EQ(run().rfind("block: argument \"offsets_1\": element 4 is ", 0), 0u) << run();
    EXPECT_NE(run().find(": the layer's pattern has a non-zero there"), std::string::npos);
}

} // namespace
} // namespace tiramisu::nn
