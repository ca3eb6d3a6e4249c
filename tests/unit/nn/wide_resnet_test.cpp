#include "tiramisu/nn/conv2d_problem.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace tiramisu {
namespace {

using nn::conv2d_problem;

/// WRN-40-2 for images of 32x32, without its last, fully connected, layer. Zagoruyko and
/// Komodakis, "Wide Residual Networks", 2016, with groups as in Gibson et al., "Optimizing Grouped
/// Convolutions on Edge Devices", ASAP 2020: each 3x3 convolution becomes a grouped one and a 1x1
/// one.
class wide_resnet {
public:
    /// Without groups the standard network; 0 groups are as many as there are channels.
    explicit wide_resnet(std::optional<int> groups) : groups_(groups) {
        convolve(3, 16, 3);
        int from = 16;
        for (const int width : {32, 64, 128}) {
            for (int block = 0; block < 6; ++block, from = width) {
                add_block(from, width, block == 0 && width > 32 ? 2 : 1);
            }
        }
        normalise(from);
        elements_ += from * size_ * size_;
    }

    std::int64_t parameters() const { return parameters_; }
    /// Of convolutions, and one for each element that a batch normalisation makes before a sum.
    std::int64_t products() const { return products_ + elements_; }

private:
    void add_block(int from, int width, int stride) {
        normalise(from);
        elements_ += from * size_ * size_;
        const int size_before = size_;
        convolve_3x3(from, width, stride);
        normalise(width);
        elements_ += width * size_ * size_;
        convolve_3x3(width, width, 1);
        if (from != width) {
            size_ = size_before;
            convolve(from, width, 1, stride);
        }
    }
    void convolve_3x3(int from, int to, int stride) {
        if (!groups_) {
            convolve(from, to, 3, stride);
            return;
        }
        convolve(from, from, 3, stride, *groups_ == 0 ? from : *groups_);
        normalise(from);
        convolve(from, to, 1);
    }
    void convolve(int from, int to, int kernel, int stride = 1, int groups = 1) {
        conv2d_problem one;
        one.ic = from;
        one.oc = to;
        one.g = groups;
        one.ih = one.iw = size_;
        one.kh = one.kw = kernel;
        one.ph = one.pw = kernel / 2;
        one.sh = one.sw = stride;
        one = one.completed();
        const auto weights = one.weights_extents();
        parameters_ += std::int64_t{weights[0]} * weights[1] * weights[2] * weights[3];
        products_ += static_cast<std::int64_t>(one.operations() / 2);
        size_ = one.oh;
    }
    void normalise(int channels) { parameters_ += 2 * channels; }

    std::optional<int> groups_;
    int size_ = 32; ///< of the images that come next
    std::int64_t parameters_ = 0, products_ = 0, elements_ = 0;
};

// Table 5.2 of Gibson, "Compiler-centric across-stack deep learning acceleration", PhD thesis,
// Glasgow, 2023, which gives thousands and millions.
TEST(WideResnet, HasThePublishedNumbersOfParametersAndProducts) {
    struct row {
        std::optional<int> groups;
        std::int64_t parameters, products;
    };
    const std::vector<row> rows = {
        {std::nullopt, 2242256, 328302592},
        {2, 1357680, 198148096},
        {4, 813360, 118521856},
        {8, 541200, 78708736},
        {16, 405120, 58802176},
        {0, 292224, 44830720},
    };
    for (const row &published : rows) {
        const wide_resnet network(published.groups);
        EXPECT_EQ(network.parameters(), published.parameters);
        EXPECT_EQ(network.products(), published.products);
    }
}

} // namespace
} // namespace tiramisu
