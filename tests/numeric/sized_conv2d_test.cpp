#include "tiramisu/nn/sized_conv2d.h"

#include <algorithm>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "support/throws.h"

// Convolutions whose sizes change from call to call: by code for any size first, then by their own.

namespace tiramisu::testing {
namespace {

using nn::conv2d;
using nn::conv2d_problem;
using nn::image_sizes;
using nn::sized_conv2d;
using oracle::throws;

std::vector<float> values(std::size_t count, unsigned step) {
    std::vector<float> made(count);
    for (std::size_t i = 0; i < count; i++) {
        made[i] = static_cast<float>(i * step % 17) / 8 - 1;
    }
    return made;
}

std::size_t count_of(const std::array<int, 4> &extents) {
    std::size_t count = 1;
    for (const int one : extents) {
        count *= static_cast<std::size_t>(one);
    }
    return count;
}

class SizedConv2d : public ::testing::Test {
protected:
    const conv2d_problem problem_ =
        conv2d_problem::parse("conv2d ic=8 oc=16 ih=12 iw=12 kh=3 kw=3 ph=1 pw=1 post=relu");
    const std::vector<float> weights_ = values(16 * 8 * 9, 5);

    std::vector<float> run(const sized_conv2d &layer, const image_sizes &images) const {
        const conv2d_problem given = layer.for_images(images);
        const std::vector<float> src = values(count_of(given.src_extents()), 7);
        std::vector<float> dst(count_of(given.dst_extents()), -9);
        layer.run(images, src.data(), nullptr, dst.data());
        return dst;
    }

    /// By the naive solver.
    std::vector<float> expected(const sized_conv2d &layer, const image_sizes &images) const {
        const conv2d_problem given = layer.for_images(images);
        const std::vector<float> src = values(count_of(given.src_extents()), 7);
        std::vector<float> dst(count_of(given.dst_extents()), -9);
        nn::conv2d_options naive;
        naive.solver = "naive";
        conv2d(given, naive).run(src.data(), weights_.data(), nullptr, dst.data());
        return dst;
    }

    void expect_right(const sized_conv2d &layer, const image_sizes &images) const {
        const std::vector<float> found = run(layer, images), wanted = expected(layer, images);
        for (std::size_t i = 0; i < wanted.size(); i++) {
            ASSERT_NEAR(wanted[i], found[i], 1e-4) << i;
        }
    }
};

TEST_F(SizedConv2d, IsRightBeforeAndAfterItsCodeIsMade) {
    const sized_conv2d layer(problem_, weights_.data());
    const std::vector<image_sizes> all = {{1, 12, 12}, {2, 5, 9}, {1, 1, 40}, {3, 17, 3}};
    for (const image_sizes &one : all) {
        expect_right(layer, one);
    }
    layer.finish();
    EXPECT_EQ(all.size(), layer.counts().exact);
    EXPECT_EQ(0U, layer.counts().waiting + layer.counts().general);
    for (const image_sizes &one : all) {
        expect_right(layer, one);
    }
    EXPECT_EQ(all.size(), layer.counts().exact);
}

TEST_F(SizedConv2d, ForgetsSizesThatWereNotCalledForLongest) {
    const sized_conv2d layer(problem_, weights_.data(), {}, 2);
    for (const int side : {4, 5, 4, 6, 4}) {
        expect_right(layer, {1, side, side});
        layer.finish();
        EXPECT_LE(layer.counts().exact, 2U);
    }
    EXPECT_EQ(2U, layer.counts().exact);
}

TEST_F(SizedConv2d, IsCalledBySeveralThreads) {
    const sized_conv2d layer(problem_, weights_.data());
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; t++) {
        threads.emplace_back([&] {
            for (int i = 0; i < 12; i++) {
                expect_right(layer, {1, 6 + i % 3, 8});
            }
        });
    }
    for (std::thread &one : threads) {
        one.join();
    }
    layer.finish();
    EXPECT_EQ(3U, layer.counts().exact);
}

TEST_F(SizedConv2d, EndsWhileCodeIsMade) {
    for (int i = 0; i < 3; i++) {
        const sized_conv2d layer(problem_, weights_.data());
        run(layer, {1, 20 + i, 20});
        run(layer, {2, 20 + i, 20});
    }
}

TEST_F(SizedConv2d, StaysWithAnySizeWhereTheSolverCannot) {
    nn::conv2d_options opts;
    opts.solver = "winograd"; // of stride 1 alone
    const conv2d_problem strided =
        conv2d_problem::parse("conv2d ic=8 oc=16 ih=12 iw=12 kh=5 kw=5 sh=2 sw=2 ph=2 pw=2");
    const std::vector<float> weights = values(16 * 8 * 25, 5);
    const sized_conv2d layer(strided, weights.data(), opts);
    run(layer, {1, 12, 12});
    layer.finish();
    EXPECT_EQ(1U, layer.counts().general);
    run(layer, {1, 12, 12});
}

TEST_F(SizedConv2d, RefusesWhatHasNoMeaning) {
    EXPECT_TRUE(
        throws<user_error>([&] { sized_conv2d(problem_, nullptr); }, {"conv2d", "weights"}));
    EXPECT_TRUE(throws<user_error>([&] { sized_conv2d(problem_, weights_.data(), {}, 0); },
                                   {"sized_conv2d", "code of 0 sizes", "at least 1"}));
    const sized_conv2d layer(problem_, weights_.data());
    EXPECT_TRUE(throws<user_error>([&] { layer.for_images({1, -1, 4}); }, {"conv2d"}));
    float nothing = 0;
    EXPECT_TRUE(throws<user_error>(
        [&] {
            layer.run({1, 4, 4}, nullptr, nullptr, &nothing);
        },
        {"run", "src"}));
}

} // namespace
} // namespace tiramisu::testing
