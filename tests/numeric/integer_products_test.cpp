#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/operators/numbers.h"
#include "support/network_builder.h"

// Products and convolutions of integers of 8 bits in networks, against loops that follow the
// formula of ONNX with each zero point in its place.

namespace tiramisu::testing {
namespace {

using graph::shape;
using graph::tensor;
using ::testing::HasSubstr;
using ::testing::Not;

std::mt19937 generator(unsigned seed) {
    return std::mt19937(seed);
}

int between(std::mt19937 &random, int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
}

/// Of all values that a type of 8 bits has.
tensor bytes(std::mt19937 &random, primitive_t type, const shape &extents) {
    std::vector<std::int64_t> values(static_cast<std::size_t>(graph::count_of(extents)));
    for (std::int64_t &one : values) {
        one = type == p_uint8 ? between(random, 0, 255) : between(random, -128, 127);
    }
    return graph::tensor_of({type, extents}, values);
}

/// A network, and what it is given.
struct example {
    network_builder made;
    std::map<std::string, tensor> given;

    explicit example(const std::string &name) : made(name, 17) {}

    std::string input(const tensor &values) {
        const std::string name = "in_" + std::to_string(given.size());
        given[name] = values;
        return made.input(name, values.extents(), values.elements());
    }
    std::string either(std::mt19937 &random, const tensor &values) {
        return between(random, 0, 1) == 0 ? input(values) : made.constant(values);
    }
    tensor result(const std::string &value) {
        return run(nn::network(made.with_output(value)), given).at(value);
    }
};

/// The number that an element has without its zero point; `at`: of which several there are.
struct centred {
    std::vector<std::int64_t> values, zeros;

    centred(const tensor &all, const tensor *zero)
        : values(all.integers()),
          zeros(zero == nullptr ? std::vector<std::int64_t>{0} : zero->integers()) {}
    std::int64_t operator()(std::int64_t place, std::int64_t at) const {
        return values[static_cast<std::size_t>(place)] -
               zeros[zeros.size() == 1 ? 0 : static_cast<std::size_t>(at)];
    }
};

std::vector<std::int64_t> products(const shape &sizes, const centred &a, const centred &b) {
    const std::int64_t m = sizes[0], n = sizes[1], k = sizes[2];
    std::vector<std::int64_t> made;
    for (std::int64_t i = 0; i < m; i++) {
        for (std::int64_t j = 0; j < n; j++) {
            std::int64_t sum = 0;
            for (std::int64_t l = 0; l < k; l++) {
                sum += a(i * k + l, i) * b(l * n + j, j);
            }
            made.push_back(sum);
        }
    }
    return made;
}

TEST(IntegerProducts, AreExactWithAllZeroPoints) {
    for (unsigned seed = 1; seed <= 16; seed++) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random = generator(seed);
        const auto type = [&] { return between(random, 0, 1) == 0 ? p_uint8 : p_int8; };
        const shape sizes = {between(random, 1, 9), between(random, 1, 40), between(random, 1, 50)};
        const primitive_t of_a = type(), of_b = type();
        const tensor a = bytes(random, of_a, {sizes[0], sizes[2]}),
                     b = bytes(random, of_b, {sizes[2], sizes[1]});
        example one("products");
        std::vector<std::string> inputs = {one.input(a), one.either(random, b)};
        const auto zero_of = [&](primitive_t elements, std::int64_t several) {
            const tensor zero =
                bytes(random, elements, between(random, 0, 1) == 0 ? shape{} : shape{several});
            inputs.push_back(one.either(random, zero));
            return zero;
        };
        const bool has_zeros = between(random, 0, 3) != 0;
        const tensor of_rows = has_zeros ? zero_of(of_a, sizes[0]) : tensor(),
                     of_columns = has_zeros ? zero_of(of_b, sizes[1]) : tensor();
        const std::string y = one.made.node("MatMulInteger", inputs);
        EXPECT_EQ(one.result(y).integers(), products(sizes, {a, has_zeros ? &of_rows : nullptr},
                                                     {b, has_zeros ? &of_columns : nullptr}));
    }
}

/// Zero points as matrices of one row, or one column.
TEST(IntegerProducts, HaveZeroPointsOfTheirRank) {
    std::mt19937 random = generator(9);
    const shape sizes = {5, 7, 12};
    const tensor a = bytes(random, p_uint8, {5, 12}), b = bytes(random, p_uint8, {12, 7}),
                 of_rows = bytes(random, p_uint8, {5, 1}),
                 of_columns = bytes(random, p_uint8, {1, 7});
    example one("ranks");
    const std::string y =
        one.made.node("MatMulInteger", {one.input(a), one.made.constant(b), one.input(of_rows),
                                        one.made.constant(of_columns)});
    EXPECT_EQ(one.result(y).integers(), products(sizes, {a, &of_rows}, {b, &of_columns}));
}

/// How windows of a convolution lie, alike along rows and columns.
struct geometry {
    std::int64_t images, groups, channels, filters, size, kernel, stride, dilation, before, after;

    std::int64_t out() const {
        return (size + before + after - ((kernel - 1) * dilation + 1)) / stride + 1;
    }
};

std::vector<std::int64_t> sums(const geometry &g, const centred &x, const centred &w) {
    const std::int64_t of_group = g.channels / g.groups, out = g.out();
    std::vector<std::int64_t> made;
    for (std::int64_t at = 0; at < g.images * g.filters * out * out; at++) {
        const std::int64_t column = at % out, row = at / out % out, f = at / out / out % g.filters,
                           n = at / out / out / g.filters,
                           first = f / (g.filters / g.groups) * of_group;
        std::int64_t sum = 0;
        for (std::int64_t k = 0; k < of_group * g.kernel * g.kernel; k++) {
            const std::int64_t c = k / g.kernel / g.kernel,
                               y = row * g.stride - g.before + k / g.kernel % g.kernel * g.dilation,
                               z = column * g.stride - g.before + k % g.kernel * g.dilation;
            if (y >= 0 && y < g.size && z >= 0 && z < g.size) {
                sum += x(((n * g.channels + first + c) * g.size + y) * g.size + z, 0) *
                       w(f * of_group * g.kernel * g.kernel + k, f);
            }
        }
        made.push_back(sum);
    }
    return made;
}

geometry random_geometry(std::mt19937 &random) {
    geometry g{};
    g.images = between(random, 1, 2);
    g.groups = between(random, 0, 2) == 0 ? 2 : 1;
    g.channels = g.groups * between(random, 1, 18);
    g.filters = g.groups * between(random, 1, 18);
    g.kernel = between(random, 1, 3);
    g.size = between(random, 5, 13);
    g.stride = between(random, 1, 2);
    g.dilation = between(random, 1, 2);
    g.before = between(random, 0, 2);
    g.after = between(random, 0, 2);
    return g;
}

network_builder::attributes attributes_of(const geometry &g) {
    return {{"group", g.groups},
            {"strides", std::vector<std::int64_t>{g.stride, g.stride}},
            {"dilations", std::vector<std::int64_t>{g.dilation, g.dilation}},
            {"pads", std::vector<std::int64_t>{g.before, g.before, g.after, g.after}}};
}

TEST(IntegerConvolutions, AreExactWithAllZeroPoints) {
    for (unsigned seed = 1; seed <= 28; seed++) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random = generator(seed);
        geometry g = random_geometry(random);
        if (seed % 4 == 0) { // products of channels and pixels
            g = {g.images, 1, g.channels, g.filters, 13, 1, 1, 1, 0, 0};
        }
        if (seed % 4 == 2) { // of every second pixel
            g = {g.images, 1, g.channels + 8, g.filters + 8, 13, 1, 2, 1, 0, 0};
        }
        const primitive_t of_x = between(random, 0, 1) == 0 ? p_uint8 : p_int8,
                          of_w = between(random, 0, 1) == 0 ? p_uint8 : p_int8;
        const tensor x = bytes(random, of_x, {g.images, g.channels, g.size, g.size}),
                     w = bytes(random, of_w,
                               {g.filters, g.channels / g.groups, g.kernel, g.kernel});
        example one("convolutions");
        std::vector<std::string> inputs = {
            one.input(x), between(random, 0, 3) == 0 ? one.input(w) : one.made.constant(w)};
        const int zeros = between(random, 0, 2);
        const tensor of_image = bytes(random, of_x, {});
        tensor of_filters =
            bytes(random, of_w, between(random, 0, 1) == 0 ? shape{} : shape{g.filters});
        if (between(random, 0, 1) == 0) { // as networks have them
            of_filters = graph::tensor_of(
                of_filters.type(),
                std::vector<std::int64_t>(static_cast<std::size_t>(of_filters.count()),
                                          of_w == p_uint8 ? 128 : 0));
        }
        if (zeros > 0) {
            inputs.push_back(one.either(random, of_image));
        }
        if (zeros > 1) {
            inputs.push_back(one.made.constant(of_filters));
        }
        const std::string y = one.made.node("ConvInteger", inputs, attributes_of(g));
        EXPECT_EQ(one.result(y).integers(), sums(g, {x, zeros > 0 ? &of_image : nullptr},
                                                 {w, zeros > 1 ? &of_filters : nullptr}));
    }
}

/// Of so many channels that convolutions of floats are computed by fewer products.
TEST(IntegerConvolutions, AreExactWhereFloatsWouldNotBe) {
    for (const int zero : {0, 121, 128}) {
        std::mt19937 random = generator(static_cast<unsigned>(zero));
        const geometry g = {1, 1, 28, 32, 32, 3, 1, 1, 1, 1};
        const tensor x = bytes(random, p_uint8, {1, 28, 32, 32}),
                     w = bytes(random, p_uint8, {32, 28, 3, 3}),
                     of_image = graph::tensor_of({p_uint8, {}}, std::vector<std::int64_t>{zero}),
                     of_filters = graph::tensor_of({p_uint8, {}}, std::vector<std::int64_t>{zero});
        example one("exact");
        const std::string y = one.made.node("ConvInteger",
                                            {one.input(x), one.made.constant(w),
                                             one.input(of_image), one.made.constant(of_filters)},
                                            attributes_of(g));
        EXPECT_EQ(one.result(y).integers(), sums(g, {x, &of_image}, {w, &of_filters})) << zero;
    }
}

// --- numbers that are made of integers, as quantizers write them

std::string steps_text(const graph::model &network) {
    std::string text;
    const nn::network compiled(network);
    for (const auto &one : compiled.report().steps) {
        text += one.text + "\n";
    }
    return text;
}

TEST(QuantizedNetworks, MultiplyTheIntegers) {
    std::mt19937 random = generator(3);
    constexpr std::int64_t m = 4, n = 24, k = 40;
    const tensor a = bytes(random, p_uint8, {m, k}), b = bytes(random, p_int8, {n, k});
    const tensor scales(shape{n}, [&] {
        std::vector<float> values;
        for (std::int64_t j = 0; j < n; j++) {
            values.push_back(static_cast<float>(between(random, 1, 64)) / 1024);
        }
        return values;
    }());
    const tensor zero_of_a = graph::tensor_of({p_uint8, {}}, std::vector<std::int64_t>{117});
    example one("dense");
    network_builder &made = one.made;
    const std::string left =
        made.node("DequantizeLinear", {one.input(a), made.number(0.5F), made.constant(zero_of_a)});
    const std::string right = made.node(
        "DequantizeLinear", {made.constant(b), made.constant(scales)}, {{"axis", std::int64_t{0}}});
    const std::string bias = made.weights({n});
    const std::string gemm = made.node("Gemm", {left, right, bias}, {{"transB", std::int64_t{1}}});
    const std::string turned = made.node("Transpose", {right});
    const std::string product = made.node("MatMul", {left, turned});
    const graph::model network = made.with_outputs({gemm, product});
    const std::string steps = steps_text(network);
    EXPECT_THAT(steps, HasSubstr("gemm m=4 n=24 k=40 constant_b=1 type=u8 b_type=s8 c_type=s32"));
    EXPECT_THAT(steps, Not(HasSubstr("k=40 constant_b=1\n")));
    const auto found = run(nn::network(network), one.given);
    const std::vector<double> of_product = graph::reals_of(found.at(product)),
                              of_gemm = graph::reals_of(found.at(gemm)),
                              added = graph::reals_of(network.constants.at(bias));
    const centred x(a, &zero_of_a), w(b, nullptr);
    for (std::int64_t at = 0; at < m * n; at++) {
        const std::int64_t i = at / n, j = at % n;
        double sum = 0;
        for (std::int64_t l = 0; l < k; l++) {
            sum += static_cast<double>(x(i * k + l, 0) * w(j * k + l, 0));
        }
        sum *= 0.5 * static_cast<double>(scales.data<float>()[j]);
        const auto place = static_cast<std::size_t>(at);
        EXPECT_NEAR(of_product[place], sum, 1e-6 * std::abs(sum) + 1e-6);
        EXPECT_NEAR(of_gemm[place], sum + added[static_cast<std::size_t>(j)],
                    1e-6 * std::abs(sum) + 1e-5);
    }
}

TEST(QuantizedNetworks, ConvolveTheIntegers) {
    for (unsigned seed = 1; seed <= 6; seed++) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random = generator(seed);
        geometry g = random_geometry(random);
        g.groups = 1;
        g.channels = 12;
        g.filters = 17;
        const tensor x = bytes(random, p_uint8, {g.images, g.channels, g.size, g.size}),
                     w = bytes(random, p_int8, {g.filters, g.channels, g.kernel, g.kernel});
        const tensor zero = graph::tensor_of({p_uint8, {}}, std::vector<std::int64_t>{100});
        example one("images");
        network_builder &made = one.made;
        const std::string image =
            made.node("DequantizeLinear", {one.input(x), made.number(0.25F), made.constant(zero)});
        const std::string filters =
            made.node("DequantizeLinear", {made.constant(w), made.number(0.125F)});
        const std::string y = made.node("Conv", {image, filters}, attributes_of(g));
        const graph::model network = made.with_output(y);
        EXPECT_THAT(steps_text(network), HasSubstr("type=u8 weights_type=s8 dst_type=s32"));
        const std::vector<double> found =
            graph::reals_of(run(nn::network(network), one.given).at(y));
        const std::vector<std::int64_t> expected = sums(g, {x, &zero}, {w, nullptr});
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); i++) {
            EXPECT_FLOAT_EQ(static_cast<float>(found[i]),
                            static_cast<float>(expected[i]) * 0.03125F);
        }
    }
}

TEST(QuantizedNetworks, AreZeroAtTheirZeroPoint) {
    for (const float scale : {0.1F, 1.0F / 3, 0.0137F}) {
        example one("zero");
        network_builder &made = one.made;
        const std::string x =
            one.input(graph::tensor_of({p_uint8, {3}}, std::vector<std::int64_t>{254, 255, 0}));
        const std::string y = made.node(
            "DequantizeLinear",
            {x, made.number(scale),
             made.constant(graph::tensor_of({p_uint8, {}}, std::vector<std::int64_t>{255}))});
        EXPECT_EQ(graph::reals_of(one.result(y)),
                  (std::vector<double>{static_cast<double>(-scale), 0,
                                       static_cast<double>(-255.0F * scale)}));
    }
}

/// Layers of floats are faster for channels by themselves.
TEST(QuantizedNetworks, ConvolveFewChannelsInFloats) {
    example one("depthwise");
    network_builder &made = one.made;
    std::mt19937 random = generator(5);
    const std::string image = made.node(
        "DequantizeLinear", {one.input(bytes(random, p_uint8, {1, 16, 9, 9})), made.number(0.25F)});
    const std::string filters =
        made.node("DequantizeLinear",
                  {made.constant(bytes(random, p_int8, {16, 1, 3, 3})), made.number(0.125F)});
    const std::string y = made.node("Conv", {image, filters}, {{"group", std::int64_t{16}}});
    EXPECT_THAT(steps_text(made.with_output(y)), Not(HasSubstr("type=u8")));
}

} // namespace
} // namespace tiramisu::testing
