// Sparse chains as C functions, compared with the same chains in process.
#include "nn/sparse/conv2d_chain/sparse_chain_program.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/chains.h"
#include "support/guarded_arguments.h"
#include "support/random_source.h"
#include "tiramisu/nn/sparse_conv2d_chain.h"

namespace tiramisu::nn {
namespace {

using ::testing::ElementsAre;

using oracle::parsed_conv2d;
using ints = std::vector<std::int32_t>;
using problems = oracle::conv2d_steps;

/// Batches of 6: 2 images go through at once.
const problems residual_block = oracle::residual_block("mb=6 ih=8 iw=8");
const problems projected_block = {
    parsed_conv2d("mb=6 ic=4 oc=6 ih=16 iw=16 kh=3 kw=3 sh=2 sw=2 ph=1 pw=1 post=relu"),
    parsed_conv2d("mb=6 ic=6 oc=6 ih=8 iw=8 kh=3 kw=3 ph=1 pw=1 post=residual_add+relu")};
const conv2d_problem projection = parsed_conv2d("mb=6 ic=4 oc=6 ih=16 iw=16 sh=2 sw=2 bias=1");

const resize_problem resizing = resize_problem::parse("resize mb=6 ic=5 ih=5 iw=11 oh=8 ow=8");

std::vector<float> randoms(std::size_t count, int zeros = 0) {
    static oracle::random_source source(1);
    std::vector<float> values(count);
    for (float &value : values) {
        value =
            source.between(1, 100) <= zeros ? 0 : static_cast<float>(source.between(1, 200)) / 100;
    }
    return values;
}

struct block {
    problems steps;
    chain_start start;
    conv2d_layouts layouts;
    sparse_chain_steps known = {};

    chain_members members() const { return {start, steps, layouts, known.between, {}}; }
};

/// Of the members of a block.
struct block_data {
    std::vector<float> src;
    std::vector<sparse::csr_matrix> weights;
    std::vector<std::vector<float>> biases; ///< empty where a member has none

    explicit block_data(const block &of)
        : src(randoms(of.start.resizing
                          ? of.start.resizing->sources().front().size()
                          : element_count(of.layouts.src, of.steps.front().src_extents()))) {
        problems members = of.steps;
        if (of.start.shortcut) {
            members.push_back(*of.start.shortcut);
        }
        for (const conv2d_problem &one : members) {
            const auto extents = one.weights_extents();
            const int columns = extents[1] * extents[2] * extents[3];
            const auto dense = randoms(static_cast<std::size_t>(extents[0] * columns), 60);
            weights.push_back(sparse::csr_matrix::from_dense(extents[0], columns, dense.data()));
            biases.push_back(randoms(static_cast<std::size_t>(one.bias ? one.oc : 0)));
        }
    }
};

std::size_t dst_size(const block &of) {
    return element_count(of.layouts.dst, of.steps.back().dst_extents());
}

std::vector<float> in_process(const block &of, const block_data &data) {
    sparse_conv2d_chain_options opts;
    static_cast<sparse_chain_steps &>(opts) = of.known;
    opts.layouts = of.layouts;
    const sparse_conv2d_chain chain =
        of.start.shortcut   ? sparse_conv2d_chain(*of.start.shortcut, of.steps, opts)
        : of.start.resizing ? sparse_conv2d_chain(*of.start.resizing, of.steps, opts)
                            : sparse_conv2d_chain(of.steps, opts);
    std::vector<const float *> biases;
    for (const std::vector<float> &one : data.biases) {
        biases.push_back(one.empty() ? nullptr : one.data());
    }
    std::vector<float> dst(dst_size(of));
    chain.run(data.src.data(), chain.pack(data.weights), biases, dst.data());
    return dst;
}

sparse_chain_program generated(const block &of) {
    return generate_chain(of.members(), of.known, machine::here(), {}, "block");
}

void add_counts(const block_data &data, testing::guarded_arguments &arguments) {
    for (const sparse::csr_matrix &weights : data.weights) {
        arguments.list.emplace_back(std::int32_t{weights.nonzeros()});
    }
}

std::vector<float> as_functions(const block &of, const block_data &data) {
    const sparse_chain_program made = generated(of);
    testing::guarded_arguments to_pack, to_run;
    std::vector<testing::guarded_memory<std::int32_t> *> packed;
    for (std::size_t i = 0; i < data.weights.size(); i++) {
        const sparse::csr_matrix &weights = data.weights[i];
        to_pack.add(weights.row_starts());
        to_pack.add(weights.column_indices());
        packed.push_back(&to_pack.add(ints(weights.column_indices().size())));
        packed.push_back(
            &to_pack.add(ints(static_cast<std::size_t>(made.members[i].starts_count))));
    }
    add_counts(data, to_pack);
    EXPECT_EQ(made.pack_pattern.compile(testing::of_rows())(to_pack.list), 0)
        << compiled_function::error_text();
    to_run.add(data.src);
    for (std::size_t i = 0; i < data.weights.size(); i++) {
        to_run.add(data.weights[i].values());
        to_run.add(packed[2 * i]->elements());
        to_run.add(packed[2 * i + 1]->elements());
        if (!data.biases[i].empty()) {
            to_run.add(data.biases[i]);
        }
    }
    auto &dst = to_run.add(std::vector<float>(dst_size(of)));
    add_counts(data, to_run);
    EXPECT_EQ(made.run.compile(testing::of_rows())(to_run.list), 0)
        << compiled_function::error_text();
    return dst.elements();
}

float largest_difference(const std::vector<float> &left, const std::vector<float> &right) {
    float largest = 0;
    for (std::size_t i = 0; i < left.size(); i++) {
        const float here = std::fabs(left[i] - right[i]) / std::max(1.0f, std::fabs(left[i]));
        largest = here <= largest ? largest : here; // so that a NaN is the largest
    }
    return largest;
}

TEST(SparseChainProgram, ComputesWhatTheChainInProcessDoes) {
    for (const block &one : {block{residual_block, {}, {}},
                             block{residual_block, {}, {layout::lifted, layout::lifted}},
                             block{projected_block, {std::nullopt, projection}, {}},
                             block{residual_block, {resizing}, {}}}) {
        const block_data data(one);
        EXPECT_LE(largest_difference(in_process(one, data), as_functions(one, data)), 1e-5f);
    }
}

TEST(SparseChainProgram, PlainImagesMayLieBetweenAndWeightsHaveOnePattern) {
    block one{projected_block, {std::nullopt, projection}, {}};
    const block_data data(one);
    one.known.between = layout::nchw;
    one.known.densities = {0.2, 0.3, 0.4};
    one.known.patterns = {data.weights[0], std::nullopt, data.weights[2]};
    EXPECT_LE(largest_difference(in_process(one, data), as_functions(one, data)), 1e-5f);
    const sparse_chain_program made = generated(one);
    EXPECT_NE(made.members[0].task.pattern, nullptr);
    EXPECT_EQ(made.members[1].task.pattern, nullptr);
    EXPECT_EQ(made.members[1].task.density, 0.3);
    EXPECT_EQ(made.members[1].task.layouts.src, layout::nchw);
}

TEST(SparseChainProgram, NamesArgumentsByTheMemberThatTheyAreOf) {
    std::vector<std::string> names;
    const sparse_chain_program made = generated({projected_block, {std::nullopt, projection}, {}});
    for (const sequence_memory &one : made.run.memory) {
        names.push_back(one.name);
    }
    EXPECT_THAT(names,
                ElementsAre("src", "values_1", "offsets_1", "starts_1", "values_2", "offsets_2",
                            "starts_2", "values_shortcut", "offsets_shortcut", "starts_shortcut",
                            "bias_shortcut", "dst", "between_1", "shortcut"));
    EXPECT_THAT(made.run.scalars, ElementsAre("nonzeros_1", "nonzeros_2", "nonzeros_shortcut"));
    EXPECT_EQ(made.run.scalars, made.pack_pattern.scalars);
}

} // namespace
} // namespace tiramisu::nn
