#pragma once

#include <variant>

#include "tiramisu/language.h"

namespace tiramisu::nn {

/// What a layer does to its result x before it stores it.
namespace post {

/// max(x, 0)
struct relu {};
/// x where it is positive, slope * x elsewhere
struct leaky_relu {
    float slope = 0.01f;
};
/// x, but at least `low` and at most `high`
struct clip {
    float low = 0.0f, high = 6.0f;
};
/// 1 / (1 + exp(-x))
struct sigmoid {};
struct tanh {};
/// x / (1 + exp(-x)), also called SiLU
struct swish {};
/// x * min(max(x / 6 + 1/2, 0), 1)
struct hard_swish {};
/// x + residual, a further argument of the layer in the shape and layout of what it is added to
struct residual_add {};

/// The largest, or the mean, of the values in a window. Outside of the image there are no values:
/// they take no part in the maximum; the mean divides by the size of the whole window, or by the
/// number of values in it.
struct pool {
    enum class kind { max, average_with_padding, average_without_padding };
    kind what = kind::max;
    int kh = 2, kw = 2; ///< window
    int sh = 2, sw = 2; ///< stride
    int ph = 0, pw = 0; ///< padding on each side; less than the window

    /// Height (width) of what `rows` (`columns`) become; 0 if no window fits.
    int out_height(int rows) const { return windows(rows + 2 * ph, kh, sh); }
    int out_width(int columns) const { return windows(columns + 2 * pw, kw, sw); }

private:
    static int windows(int size, int window, int stride) {
        return size < window ? 0 : (size - window) / stride + 1;
    }
};

} // namespace post

using post_op = std::variant<post::relu, post::leaky_relu, post::clip, post::sigmoid, post::tanh,
                             post::swish, post::hard_swish, post::residual_add, post::pool>;

bool operator==(const post_op &left, const post_op &right);
inline bool operator!=(const post_op &left, const post_op &right) {
    return !(left == right);
}

} // namespace tiramisu::nn
