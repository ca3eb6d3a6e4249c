// Layouts of convolutions: channels in blocks, and images lifted into lanes.

#include <gtest/gtest.h>

#include "support/functions.h"

namespace tiramisu::testing {
namespace {

using image = std::vector<float>; ///< [channel][row][column]

constexpr int channels = 8, filters = 16, taps = 3, size = 16, padded = size + taps - 1;

float element(int c, int y, int x) {
    return static_cast<float>((c * 7 + y * 3 + x * 5) % 11 - 5);
}

float weight(int f, int c, int ky, int kx) {
    return static_cast<float>((f * 5 + c * 3 + ky * 2 + kx) % 7 - 3);
}

float expected(int f, int y, int x) {
    float sum = 0;
    for (int c = 0; c < channels; ++c) {
        for (int ky = 0; ky < taps; ++ky) {
            for (int kx = 0; kx < taps; ++kx) {
                sum += weight(f, c, ky, kx) * element(c, y + ky, x + kx);
            }
        }
    }
    return sum;
}

template <typename Value>
image filled(const std::vector<int> &extents, const Value &value) {
    image data;
    for (int a = 0; a < extents[0]; ++a) {
        for (int b = 0; b < extents[1]; ++b) {
            for (int c = 0; c < extents[2]; ++c) {
                for (int d = 0; d < extents[3]; ++d) {
                    data.push_back(value(a, b, c, d));
                }
            }
        }
    }
    return data;
}

/// Eight channels of one pixel, of the image and of the result, lie side by side.
TEST(Layouts, ChannelsInBlocks) {
    init("blocked");
    const int block = 8;
    const var f("f", 0, filters), y("y", 0, size), x("x", 0, size);
    const var c("c", 0, channels), ky("ky", 0, taps), kx("kx", 0, taps);
    const var row("y", 0, padded), column("x", 0, padded);
    buffer in_mem("in_mem", {channels / block, padded, padded, block}, p_float32, a_input);
    buffer w_mem("w_mem", {filters, channels, taps, taps}, p_float32, a_input);
    buffer out_mem("out_mem", {filters / block, size, size, block}, p_float32, a_output);
    input in("in", {c, row, column}, p_float32), w("w", {f, c, ky, kx}, p_float32);
    computation out("out", {f, y, x}, expr(0.0f));
    out(f, y, x) += w(f, c, ky, kx) * in(c, y + ky, x + kx);
    in.store_in(&in_mem, {c / block, row, column, c % block});
    w.store_in(&w_mem);
    out.store_in(&out_mem, {f / block, y, x, f % block});
    out.split(f, block, "f_block", "f_lane").reorder({"f_block", "y", "x", "c", "ky", "kx"});
    out.vectorize("f_lane", block);

    image image_in = filled({1, padded, padded, block},
                            [](int, int r, int k, int lane) { return element(lane, r, k); });
    image weights = filled({filters, channels, taps, taps}, weight), result(filters * size * size);
    const compiled_function code = current().compile({&in_mem, &w_mem, &out_mem});
    ASSERT_EQ(0, code({{image_in.data(), {1, padded, padded, block}},
                       {weights.data(), {filters, channels, taps, taps}},
                       {result.data(), {filters / block, size, size, block}}}));
    EXPECT_EQ(filled({filters / block, size, size, block},
                     [](int b, int r, int k, int lane) { return expected(b * 8 + lane, r, k); }),
              result);
}

/// The image is cut into 4 x 4 blocks; the lanes of a vector hold the same pixel of all 16 of them,
/// with the halo that the filter needs: every shift of the filter is a whole vector.
TEST(Layouts, BlocksOfAnImageInLanes) {
    init("lifted");
    const int side = size / 4, lanes = side * side;
    const var f("f", 0, filters), c("c", 0, channels), ky("ky", 0, taps), kx("kx", 0, taps);
    const var y("y", 0, 4), x("x", 0, 4), lane("lane", 0, lanes);
    const var row("y", 0, 4 + taps - 1), column("x", 0, 4 + taps - 1);
    const var image_row("i", 0, padded), image_column("j", 0, padded);
    const var i("i", 0, size), j("j", 0, size);
    buffer in_mem("in_mem", {channels, padded, padded}, p_float32, a_input);
    buffer w_mem("w_mem", {filters, channels, taps, taps}, p_float32, a_input);
    buffer out_mem("out_mem", {filters, size, size}, p_float32, a_output);
    input in("in", {c, image_row, image_column}, p_float32), w("w", {f, c, ky, kx}, p_float32);
    computation lifted("lifted", {c, row, column, lane},
                       in(c, lane / side * 4 + row, lane % side * 4 + column));
    computation sums("sums", {f, y, x, lane}, expr(0.0f));
    sums(f, y, x, lane) += w(f, c, ky, kx) * lifted(c, y + ky, x + kx, lane);
    computation out("out", {f, i, j}, sums(f, i % 4, j % 4, i / 4 * side + j / 4));
    in.store_in(&in_mem);
    w.store_in(&w_mem);
    out.store_in(&out_mem);
    sums.reorder({"f", "y", "x", "c", "ky", "kx", "lane"}).vectorize(lane, lanes);
    lifted.vectorize(lane, lanes);
    computation start = sums.init();
    lifted.then(start, computation::root).then(sums, "x").then(out, computation::root);

    image image_in = filled({1, channels, padded, padded},
                            [](int, int k, int r, int l) { return element(k, r, l); });
    image weights = filled({filters, channels, taps, taps}, weight), result(filters * size * size);
    const compiled_function code = current().compile({&in_mem, &w_mem, &out_mem});
    ASSERT_EQ(0, code({{image_in.data(), {channels, padded, padded}},
                       {weights.data(), {filters, channels, taps, taps}},
                       {result.data(), {filters, size, size}}}));
    EXPECT_EQ(filled({1, filters, size, size},
                     [](int, int k, int r, int l) { return expected(k, r, l); }),
              result);
}

} // namespace
} // namespace tiramisu::testing
