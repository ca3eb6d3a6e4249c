// What chains have as layers have it: problems that are values, memory with types, object files.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/chains.h"
#include "support/input_file.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {
namespace {

using oracle::throws;

const conv2d_chain_problem block = {oracle::residual_block("mb=2 ih=4 iw=4")};
const conv2d_chain_problem projected = {oracle::projected_block("2"), oracle::projection("2")};

template <typename Chain>
class ChainInterface : public ::testing::Test {};

using chains = ::testing::Types<conv2d_chain, sparse_conv2d_chain>;
TYPED_TEST_SUITE(ChainInterface, chains);

TYPED_TEST(ChainInterface, TakesProblemsThatAreValues) {
    EXPECT_EQ(2u, TypeParam(block).steps().size());
    EXPECT_EQ(nullptr, TypeParam(block).shortcut());
    EXPECT_NE(nullptr, TypeParam(projected).shortcut());
    conv2d_chain_problem both = projected;
    both.resizing = resize_problem::parse("resize mb=2 ic=4 ih=9 iw=9 oh=16 ow=16");
    EXPECT_TRUE(throws<user_error>([&] { TypeParam{both}; }, {"stands beside a shortcut"}));
    EXPECT_TRUE(
        throws<user_error>([&] { TypeParam{conv2d_chain_problem()}; }, {"chain", "has no steps"}));
}

template <typename Problem, typename Options, typename Search>
struct calls_of {
    using options = Options;
    using search = Search;

    explicit calls_of(const layer<Problem, Options, Search> &of)
        : problem(of.problem()), solver(of.solver()), configuration(of.configuration()) {}

    Problem problem;
    std::string solver, configuration;
};
template <typename Chain>
using calls_of_chain = decltype(calls_of(std::declval<Chain>()));

/// Options of what compiles soon.
template <typename Chain>
typename calls_of_chain<Chain>::options naive() {
    typename calls_of_chain<Chain>::options opts;
    opts.solver = "naive";
    return opts;
}

TYPED_TEST(ChainInterface, IsALayerAsAllOthersAre) {
    const calls_of found(TypeParam(block, naive<TypeParam>()));
    EXPECT_EQ(block, found.problem);
    EXPECT_EQ("naive", found.solver);
    EXPECT_EQ("", found.configuration);
    EXPECT_EQ("naive", TypeParam::solvers(projected).back().solver);
}

TYPED_TEST(ChainInterface, FindGivesTheChainOfTheFastestOfEach) {
    const testing::temporary_folder folder;
    perf_db results(folder / "perf.sqlite");
    typename calls_of_chain<TypeParam>::search tried;
    tried.solvers = {"naive"};
    tried.configurations = tried.repeats = 1;
    tried.results = &results;
    const std::vector<find_result> found = TypeParam::find(projected, tried);
    ASSERT_EQ(1u, found.size());
    EXPECT_EQ("naive", found.front().record.solver);
    EXPECT_EQ("", found.front().why_not);
    EXPECT_GT(found.front().record.milliseconds, 0);
    EXPECT_EQ(3u, TypeParam::find_each(projected, tried).size());
    typename calls_of_chain<TypeParam>::options measured;
    measured.results = &results;
    EXPECT_EQ("naive", TypeParam(projected, measured).solver());
}

TYPED_TEST(ChainInterface, CopiesAreHandlesOfTheSameCode) {
    std::optional<TypeParam> first(std::in_place, block, naive<TypeParam>());
    const TypeParam copy = *first;
    EXPECT_EQ(&first->steps(), &copy.steps());
    first.reset();
    EXPECT_EQ(2u, copy.steps().size());
}

TYPED_TEST(ChainInterface, HasOneTypeOfElements) {
    conv2d_chain_problem mixed = block;
    mixed.steps[1].type = element_type::bf16;
    EXPECT_TRUE(throws<user_error>(
        [&] { TypeParam{mixed}; },
        {"step 2", "is of type bf16, but step 1 of type f32; they must be equal"}));
    mixed = projected;
    mixed.shortcut->type = element_type::s8;
    EXPECT_TRUE(throws<user_error>([&] { TypeParam{mixed}; },
                                   {"shortcut", "is of type s8, but step 1 of type f32"}));
    mixed = block;
    mixed.resizing = resize_problem::parse("resize mb=2 ic=5 ih=9 iw=9 oh=4 ow=4 type=u8");
    EXPECT_TRUE(throws<user_error>([&] { TypeParam{mixed}; },
                                   {"before step 1", "is of type u8, but step 1 of type f32"}));
}

TYPED_TEST(ChainInterface, TypesThatNoSolverComputesAreRefusedWithTheReason) {
    conv2d_chain_problem other = block;
    for (conv2d_problem &one : other.steps) {
        one.type = element_type::s32;
    }
    EXPECT_TRUE(throws<user_error>([&] { TypeParam{other}; }, {"type s32, which it does not"}));
}

TEST(Conv2dChainMemory, OfAnotherTypeIsRefused) {
    const conv2d_chain chain(block);
    const std::vector<float> weights(5 * 5 * 9), bias(5);
    std::vector<float> images(2 * 5 * 16);
    const std::vector<std::int8_t> bytes(images.size());
    EXPECT_TRUE(throws<user_error>(
        [&] {
            chain.pack({weights.data(), bytes.data()});
        },
        {"pack: weights is of type s8, must be of f32"}));
    const auto packed = chain.pack({weights.data(), weights.data()});
    EXPECT_TRUE(throws<user_error>(
        [&] {
            chain.run(bytes.data(), packed, {bias.data(), nullptr}, images.data());
        },
        {"run: src is of type s8, must be of f32"}));
    EXPECT_TRUE(throws<user_error>(
        [&] {
            chain.prepare(images.data(), packed, {bias.data(), nullptr},
                          {static_cast<void *>(images.data()), element_type::bf16});
        },
        {"prepare: dst is of type bf16, must be of f32"}));
    EXPECT_TRUE(throws<user_error>(
        [&] {
            chain.run(images.data(), packed, {bytes.data(), nullptr}, images.data());
        },
        {"run: bias is of type s8, must be of f32"}));
}

TEST(Conv2dChainMemory, ListsOfPointersAreListsOfElements) {
    const std::vector<float> values(3);
    const std::vector<const float *> pointers = {values.data(), nullptr};
    const const_elements_list list = pointers;
    ASSERT_EQ(2u, list.size());
    EXPECT_EQ(values.data(), list[0].data());
    EXPECT_EQ(nullptr, list.back().data());
    EXPECT_EQ(element_type::f32, list[0].type());
    EXPECT_EQ(0u, const_elements_list().size());
}

/// Names of the files in the folder, in order.
std::vector<std::string> written(const testing::temporary_folder &folder) {
    std::vector<std::string> files = folder.files();
    std::sort(files.begin(), files.end());
    return files;
}

TYPED_TEST(ChainInterface, WritesObjectFilesOfTheNameThatItIsGiven) {
    const testing::temporary_folder folder;
    TypeParam::write_object(projected, folder / "file.o", "wanted");
    const bool is_dense = std::is_same_v<TypeParam, conv2d_chain>;
    const std::string packing = is_dense ? "file_pack_weights" : "file_pack_pattern";
    EXPECT_EQ((std::vector<std::string>{"file.h", "file.o", packing + ".h", packing + ".o"}),
              written(folder));
    const std::string header = support::text_of_file(folder / "file.h");
    for (const std::string &part : {std::string("int wanted("), "#include \"" + packing + ".h\"",
                                    std::string("1. "), std::string("shortcut. ")}) {
        EXPECT_NE(header.find(part), std::string::npos) << part << "\n" << header;
    }
}

TYPED_TEST(ChainInterface, RefusesObjectFilesThatCannotBe) {
    EXPECT_TRUE(throws<user_error>([&] { TypeParam::write_object(block, "folder/", "wanted"); },
                                   {"write_object", "names no file"}));
    conv2d_chain_problem none = {oracle::residual_block("mb=0 ih=4 iw=4")};
    EXPECT_TRUE(
        throws<user_error>([&] { TypeParam::write_object(none, "layer.o", "wanted"); }, {"mb"}));
    EXPECT_TRUE(throws<user_error>([&] { TypeParam::write_object({}, "layer.o", "wanted"); },
                                   {"has no steps"}));
}

} // namespace
} // namespace tiramisu::nn
