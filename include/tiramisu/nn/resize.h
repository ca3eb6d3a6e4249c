#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/tensor_layer.h"

namespace tiramisu::nn {

/// Images of another size. The middle of a result's pixel lies at the same share of the height
/// and width as in the source ("half_pixel" of ONNX): at (y + 0.5) * ih / oh - 0.5, and so with
/// columns. `nearest` takes the pixel that this lies in (of OpenCV, INTER_NEAREST_EXACT);
/// `bilinear` weighs the four around it, those beyond the border as the one at the border.
struct resize_problem : images {
    static constexpr const char *kind = "resize";
    /// A text with every word.
    static constexpr const char *example =
        "resize mb=1 ic=3 ih=300 iw=300 oh=224 ow=224 by=bilinear "
        "layout=nchw";

    enum class mode { nearest, bilinear };
    mode by = mode::bilinear;
    int oh = 0, ow = 0; ///< size of the result

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; mb, by and layout may be left out. Throws user_error.
    static resize_problem parse(const std::string &text,
                                source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    resize_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< src
    tensor dst() const;
};

using resize = tensor_layer<resize_problem>;
extern template class layer<resize_problem, layer_options, search_options>;
extern template class tensor_layer<resize_problem>;

} // namespace tiramisu::nn
