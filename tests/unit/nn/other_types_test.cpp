// What layers share knows memory by the type of its elements: a solver of another type brings its
// program, and nothing that is shared changes.
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "nn/framework/program/kernel.h"
#include "nn/framework/program/run_tensors.h"
#include "nn/framework/tensor_layer/pixels.h"
#include "support/throws.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {

pixels pixels_of(const reorder_problem &problem);

namespace {

using oracle::throws;
using bytes = std::vector<std::int8_t>;

/// The solver of floats, which says that it computes with bytes as well.
class byte_reordering : public vector_pixels<reorder_problem> {
public:
    bool computes(element_type type) const override { return type == element_type::s8; }
};

class LayersOfBytes : public ::testing::Test {
protected:
    LayersOfBytes() { std::iota(src.begin(), src.end(), static_cast<std::int8_t>(-128)); }

    const reorder_problem problem =
        reorder_problem::parse("reorder ic=16 ih=3 iw=5 to=nhwc type=s8").completed();
    const kernel code = kernel(
        byte_reordering().generate({problem, machine::here()}, {}, "byte_reorder"), options());
    bytes src = bytes(240), dst = bytes(240);

    run_tensors tensors(const_elements from, elements to) const {
        return run_tensors(call_checks(problem.text()), problem.type)
            .source("src", from)
            .result("dst", to);
    }
    void expect_reordered(const bytes &from, const bytes &to) const {
        for (std::size_t c = 0; c < 16; ++c) {
            for (std::size_t pixel = 0; pixel < 15; ++pixel) {
                ASSERT_EQ(from[c * 15 + pixel], to[pixel * 16 + c]) << c << ", " << pixel;
            }
        }
    }
};

TEST_F(LayersOfBytes, Run) {
    code(code.arguments(tensors(src.data(), dst.data()).memory()));
    expect_reordered(src, dst);
}

TEST_F(LayersOfBytes, ArePreparedAndTakeOtherBytes) {
    invocation run = prepared(code, tensors(src.data(), dst.data()), {});
    const bytes other(240, 7);
    run.set_source("src", other.data());
    run();
    EXPECT_EQ(other, dst);
    const std::vector<float> floats(240);
    EXPECT_TRUE(throws<user_error>([&] { run.set_source("src", floats.data()); },
                                   {"set_source: src is of type f32, must be of s8"}));
}

TEST_F(LayersOfBytes, RefuseMemoryOfAnotherType) {
    std::vector<float> floats(240);
    EXPECT_TRUE(throws<user_error>([&] { tensors(floats.data(), dst.data()); },
                                   {"reorder", "run: src is of type f32, must be of s8"}));
    EXPECT_TRUE(throws<user_error>(
        [&] {
            tensors(src.data(), {static_cast<void *>(dst.data()), element_type::u8});
        },
        {"dst is of type u8, must be of s8"}));
}

TEST(LayerMemory, OfAnotherTypeIsRefusedByLayersOfFloats) {
    const gemm product(gemm_problem::parse("gemm m=2 n=3 k=4"));
    const std::vector<std::int8_t> a(8);
    std::vector<float> b(12), c(6);
    EXPECT_TRUE(throws<user_error>([&] { product.run(a.data(), b.data(), c.data()); },
                                   {"run: a is of type s8, must be of f32"}));
    const auto any = make_layer("softmax ic=4 ih=1 iw=2");
    EXPECT_TRUE(throws<user_error>(
        [&] {
            any->prepare({{{"src", a.data()}}, {{"dst", c.data()}}});
        },
        {"prepare: src is of type s8, must be of f32"}));
    const auto sequences = make_layer("lstm l=1 t=1 mb=1 ic=2 hc=2");
    EXPECT_TRUE(throws<user_error>([&] { sequences->pack(a.data()); },
                                   {"pack", "weights is of type s8, must be of f32"}));
}

TEST(LayerWeights, HaveElementsOfAType) {
    layer_weights packed(100, "somebody", element_type::s8);
    EXPECT_EQ(100u, packed.size());
    EXPECT_EQ(100u, packed.bytes());
    EXPECT_EQ(element_type::s8, packed.memory().type());
    EXPECT_EQ(400u, layer_weights(100).bytes());
}

TEST(ElementType, OfTheLanguage) {
    EXPECT_EQ(p_int8, primitive_of(element_type::s8));
    EXPECT_EQ(p_float32, primitive_of(element_type::f32));
    EXPECT_EQ(p_float16, primitive_of(element_type::f16));
    EXPECT_EQ(p_bfloat16, primitive_of(element_type::bf16));
}

} // namespace
} // namespace tiramisu::nn
