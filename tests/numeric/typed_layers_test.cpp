// Layers without weights of 16-bit floats: what they compute is what the layer of f32 computes of
// the same numbers, rounded once. Layers that move elements move those of every type.

#include <gtest/gtest.h>

#include <cmath>

#include "support/guarded_memory.h"
#include "support/typed_elements.h"
#include "tiramisu/nn/layer_kinds.h"

namespace tiramisu {
namespace {

using nn::element_type;
using memory = testing::guarded_memory<std::uint8_t>;
using numbers = std::map<std::string, std::vector<float>>;

/// Numbers that all types of floats have, or bytes, for each source; variances are positive.
numbers random_numbers(const nn::any_layer &layer, element_type type) {
    std::mt19937 source(1);
    numbers made;
    for (const nn::layer_argument &one : layer.arguments()) {
        if (one.is == nn::layer_argument::role::source) {
            std::vector<float> &values = made[one.name];
            values = oracle::random_elements(type, one.size(), source);
            for (float &value : values) {
                value = one.name == "variance" ? std::abs(value) + 0.5f : value;
            }
        }
    }
    return made;
}

std::vector<double> computed(const nn::any_layer &layer, const numbers &sources) {
    std::vector<std::unique_ptr<memory>> held;
    nn::layer_memory given;
    element_type type = element_type::f32;
    for (const nn::layer_argument &one : layer.arguments()) {
        const bool is_result = one.is == nn::layer_argument::role::result;
        held.push_back(
            std::make_unique<memory>(is_result ? std::vector<std::uint8_t>(one.bytes(), 0x7f)
                                               : oracle::bytes_of(one.type, sources.at(one.name))));
        if (is_result) {
            given.results[one.name] = nn::elements(held.back()->data(), one.type);
            type = one.type;
        } else {
            given.sources[one.name] = nn::const_elements(held.back()->data(), one.type);
        }
    }
    layer.run(given);
    return oracle::numbers_of(type, held.back()->elements());
}

/// Every solver's result is near the f32 layer's.
void expect_rounded(const std::string &text, element_type type) {
    const auto plain = nn::make_layer(text);
    const std::string typed = text + " type=" + to_string(type);
    const numbers sources = random_numbers(*plain, type);
    const std::vector<double> expected = computed(*plain, sources);
    int computed_by = 0;
    for (const nn::solver_verdict &one : nn::kind_of(typed).solvers(typed)) {
        if (!one.why_not.empty()) {
            continue;
        }
        nn::layer_options opts;
        opts.solver = one.solver;
        const std::vector<double> found = computed(*nn::make_layer(typed, opts), sources);
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); i++) {
            // In float32, up to the order of some 32 terms.
            ASSERT_TRUE(
                oracle::is_near(type, {expected[i], std::abs(expected[i]) + 1}, 32, found[i]))
                << typed << " by " << one.solver << ": element " << i << " is " << found[i]
                << ", must be " << expected[i];
        }
        computed_by++;
    }
    EXPECT_GE(computed_by, 2) << typed << ": the naive solver and another one";
}

class LayersOfShortFloats : public ::testing::TestWithParam<element_type> {
protected:
    /// In layouts that have no elements too many.
    static void check(const std::string &text) {
        for (const std::string layout : {" layout=nchw", " layout=nhwc", " layout=nchw16c"}) {
            expect_rounded(text + layout, GetParam());
        }
    }
};

INSTANTIATE_TEST_SUITE_P(Types, LayersOfShortFloats,
                         ::testing::Values(element_type::f16, element_type::bf16),
                         [](const auto &of) { return to_string(of.param); });

TEST_P(LayersOfShortFloats, Eltwise) {
    check("eltwise mb=2 ic=32 ih=5 iw=7 with=add post=relu");
    check("eltwise ic=16 ih=3 iw=3 post=sigmoid");
    check("eltwise ic=16 ih=3 iw=3 with=mul post=leaky_relu:0.125");
}

TEST_P(LayersOfShortFloats, BatchNorm) {
    check("batch_norm mb=2 ic=32 ih=5 iw=7 post=relu");
}

TEST_P(LayersOfShortFloats, Pooling) {
    for (const std::string pool : {"max_pool:2x2:2x2:0x0", "max_pool:3x3:2x2:1x1",
                                   "avg_pool:3x3:1x1:1x1", "avg_pool:2x2:2x2:0x0"}) {
        check("pooling mb=2 ic=32 ih=9 iw=21 pool=" + pool);
    }
}

TEST_P(LayersOfShortFloats, Softmax) {
    check("softmax mb=2 ic=32 ih=5 iw=7 axis=1");
    check("softmax mb=2 ic=16 ih=3 iw=37 axis=3");
    check("softmax mb=2 ic=1008 ih=1 iw=1 axis=1");
}

TEST_P(LayersOfShortFloats, Resize) {
    check("resize ic=16 ih=5 iw=7 oh=9 ow=11 by=bilinear");
    check("resize ic=16 ih=5 iw=7 oh=9 ow=11 by=nearest");
}

TEST(LayersThatMove, TakeElementsOfEveryType) {
    for (const element_type type : {element_type::f16, element_type::bf16, element_type::s32,
                                    element_type::s8, element_type::u8}) {
        expect_rounded("reorder mb=2 ic=32 ih=3 iw=5 layout=nchw to=nhwc", type);
        expect_rounded("reorder mb=2 ic=32 ih=3 iw=5 layout=nhwc to=nchw16c", type);
        expect_rounded("concat mb=2 ih=3 iw=5 ic=3+16+5 layout=nchw", type);
    }
}

} // namespace
} // namespace tiramisu
