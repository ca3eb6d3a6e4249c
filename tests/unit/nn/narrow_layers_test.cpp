// What layers of narrow numbers are compiled to, and what they refuse.
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "nn/framework/choice/made_for.h"
#include "nn/layers/gemm/solvers.h"
#include "support/environment_setting.h"
#include "support/input_file.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {
namespace {

using oracle::throws;
using testing::environment_setting;
using testing::temporary_folder;

std::string assembly_of(const std::string &text, const std::string &target,
                        const std::string &solver = "auto") {
    const temporary_folder folder;
    const environment_setting emit("TIRAMISU_EMIT", "assembly");
    layer_options opts;
    opts.compiled.target = target;
    opts.solver = solver;
    kind_of(text).write_object(text, folder / "layer.o", "layer", opts);
    return support::text_of_file(folder / "layer.s");
}

/// Instructions between two labels.
struct block {
    int all = 0, products = 0;
};

/// Of all blocks the one with the most products by this instruction.
block inner_loop(const std::string &assembly, const std::string &instruction) {
    block best, now;
    std::istringstream lines(assembly);
    for (std::string line; std::getline(lines, line);) {
        const bool is_label = line.find(".L") == 0;
        if (is_label || line.find("\tj") == 0) {
            best = now.products > best.products ? now : best;
            now = is_label ? block() : now;
        } else if (line.find('\t') == 0 && line.find("\t.") != 0) {
            now.all++;
            now.products += line.find("\t" + instruction + "\t") == 0 ? 1 : 0;
        }
    }
    return best;
}

/// Of 24 products, 6 rows by 4 vectors, or so.
void expect_mostly_products(const std::string &text, const std::string &instruction) {
    const block loop = inner_loop(assembly_of(text, "sapphirerapids", "interleaved"), instruction);
    EXPECT_GE(loop.products, 20) << text;
    EXPECT_LE(loop.all, 2 * loop.products) << text;
}

TEST(NarrowLayers, MultiplyByTheInstructionsForThem) {
    const std::string product = "gemm m=256 n=256 k=256 constant_b=1 ";
    expect_mostly_products(product + "type=bf16", "vdpbf16ps");
    expect_mostly_products(product + "type=u8 b_type=s8 c_type=s32", "vpdpbusd");
    expect_mostly_products(product + "type=s8 b_type=u8 c_type=s32", "vpdpbusd");
    expect_mostly_products("gemm m=256 n=256 k=256 type=bf16 c_type=f32", "vdpbf16ps");
    const std::string images =
        "conv2d ic=64 oc=64 ih=14 iw=14 kh=3 kw=3 ph=1 pw=1 src=nhwc dst=nhwc ";
    expect_mostly_products(images + "type=bf16", "vdpbf16ps");
    expect_mostly_products(images + "type=u8 weights_type=s8 dst_type=s32", "vpdpbusd");
}

/// They take weights as fast as these come: asking ahead for each group of neighbours took 3 to 8
/// times as long as the products.
TEST(NarrowLayers, DoNotAskAheadForWeights) {
    const std::string product = "gemm m=128 n=768 k=768 constant_b=1 ";
    const auto asks = [&](const std::string &types, const std::string &solver) {
        return assembly_of(product + types, "sapphirerapids", solver).find("prefetch") !=
               std::string::npos;
    };
    EXPECT_FALSE(asks("type=bf16", "interleaved"));
    EXPECT_FALSE(asks("type=u8 b_type=s8 c_type=s32", "interleaved"));
    EXPECT_TRUE(asks("type=f32", "packed"));
}

TEST(NarrowLayers, DoWithoutTheseInstructions) {
    const std::string product = "gemm m=64 n=64 k=64 constant_b=1 ";
    EXPECT_EQ(assembly_of(product + "type=bf16", "avx2").find("vdpbf16ps"), std::string::npos);
    EXPECT_GT(inner_loop(assembly_of(product + "type=bf16", "avx2"), "vfmadd231ps").products, 8);
    EXPECT_GT(inner_loop(assembly_of(product + "type=u8 b_type=s8 c_type=s32", "avx2"), "vpmaddwd")
                  .products,
              8);
}

TEST(NarrowLayers, InterleavedSaysWhichTargetsAddUpPairsOfBfloats) {
    gemm_options opts;
    opts.solver = "interleaved";
    opts.compiled.target = "avx2";
    EXPECT_TRUE(throws<user_error>(
        [&] { gemm(gemm_problem::parse("gemm m=2 n=2 k=2 type=bf16"), opts); },
        {"solver \"interleaved\": cannot do it: type bf16, whose products the target does not add "
         "up in pairs (AVX512-BF16 does)"}));
}

TEST(NarrowLayers, MemoryHasTheTypeOfItsTensor) {
    const gemm product(gemm_problem::parse("gemm m=2 n=3 k=4 bias=1 type=u8 b_type=s8 c_type=s32"));
    std::vector<std::uint8_t> a(8);
    std::vector<std::int8_t> b(12);
    std::vector<std::int32_t> c(6), bias(3);
    std::vector<float> floats(12);
    product.run(a.data(), b.data(), c.data(), bias.data());
    const auto refused = [&](const_elements of_a, const_elements of_b, elements of_c,
                             const_elements of_bias, const std::string &part) {
        return throws<user_error>([&] { product.run(of_a, of_b, of_c, of_bias); }, {part});
    };
    EXPECT_TRUE(
        refused(b.data(), b.data(), c.data(), bias.data(), "a is of type s8, must be of u8"));
    EXPECT_TRUE(
        refused(a.data(), a.data(), c.data(), bias.data(), "b is of type u8, must be of s8"));
    EXPECT_TRUE(refused(a.data(), b.data(), floats.data(), bias.data(),
                        "c is of type f32, must be of s32"));
    EXPECT_TRUE(refused(a.data(), b.data(), c.data(), floats.data(),
                        "bias is of type f32, must be of s32"));
    EXPECT_TRUE(throws<user_error>([&] { product.pack(floats.data()); },
                                   {"pack: b is of type f32, must be of s8"}));
    const layer_weights packed = product.pack(b.data());
    EXPECT_EQ(element_type::s8, packed.type());
}

/// Whether or not this processor is such a target.
TEST(NarrowLayers, PackedWeightsAreForTargetsThatAddUpAsMany) {
    gemm_task task;
    task.problem = gemm_problem::parse("gemm m=2 n=3 k=4 type=u8 b_type=s8 c_type=s32");
    task.constant_b = true;
    const auto choice = all_gemm_solvers().by_name(task, "interleaved", "", "", {});
    gemm_task of_four = task;
    of_four.target.dot_products = true;
    EXPECT_NE(made_for(task, choice), made_for(of_four, choice));
}

TEST(NarrowLayers, PackedWeightsAreForVectorsOfAsMany) {
    gemm_options wide_options, narrow_options;
    wide_options.constant_b = narrow_options.constant_b = true;
    wide_options.compiled.target = "avx2";
    narrow_options.compiled.target = "sse41";
    const gemm_problem problem = gemm_problem::parse("gemm m=2 n=3 k=4 type=s8 c_type=s32");
    const gemm wide(problem, wide_options), narrow(problem, narrow_options);
    const std::vector<std::int8_t> a(8), b(12);
    std::vector<std::int32_t> c(6);
    EXPECT_TRUE(throws<user_error>([&] { wide.run(a.data(), narrow.pack(b.data()), c.data()); },
                                   {"b was packed for another product"}));
}

TEST(NarrowLayers, ChainsOfThemAreNotWrittenAsObjects) {
    const temporary_folder folder;
    const std::string text = "conv2d_chain conv2d ic=4 oc=6 ih=5 iw=5 type=bf16";
    EXPECT_TRUE(throws<user_error>(
        [&] { kind_of(text).write_object(text, folder / "chain.o", "chain"); },
        {"write_object", "is of type bf16, but chains in object files are of f32; write its "
                         "convolutions as objects of their own"}));
}

TEST(NarrowLayers, ChainsHaveOneType) {
    conv2d_chain_problem chain;
    chain.steps = {conv2d_problem::parse("conv2d ic=4 oc=6 ih=5 iw=5 type=bf16 dst_type=f32")};
    EXPECT_TRUE(throws<user_error>(
        [&] { const conv2d_chain layer(chain); },
        {"has a weights_type or dst_type, but all tensors of a chain are of one type"}));
}

TEST(NarrowLayers, HeadersOfObjectsTellTheTypeOfPackedWeights) {
    const temporary_folder folder;
    const std::string text = "gemm m=4 n=6 k=5 constant_b=1 type=u8 b_type=s8 c_type=s32";
    kind_of(text).write_object(text, folder / "layer.o", "layer");
    const std::string header = support::text_of_file(folder / "layer.h");
    EXPECT_NE(header.find("/* in elements of type s8 */"), std::string::npos) << header;
}

} // namespace
} // namespace tiramisu::nn
