#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/tensor_layer.h"

namespace tiramisu::nn {

/// Layer normalisation (Ba, Kiros and Hinton, 2016): each image by the statistics of all its
/// values,
///
///     dst = (src - mean) * inverse_deviation * scale + shift
///     inverse_deviation = 1 / sqrt(variance + epsilon)
///
/// with a scale and a shift for each value of an image.
struct layer_norm_problem : images {
    static constexpr const char *kind = "layer_norm";
    /// A text with every word.
    static constexpr const char *example =
        "layer_norm mb=6 ic=50 ih=3 iw=1 epsilon=1e-05 layout=nchw";

    float epsilon = 1e-5f;

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; all but ic, ih and iw may be left out. Throws user_error.
    static layer_norm_problem parse(const std::string &text,
                                    source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    layer_norm_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< src, scale, shift
    std::vector<tensor> results() const; ///< dst, mean, inverse_deviation
};

/// Backward through such a layer, of the statistics that it left.
struct layer_norm_backward_problem : images {
    static constexpr const char *kind = "layer_norm_backward";
    /// A text with every word.
    static constexpr const char *example = "layer_norm_backward mb=6 ic=50 ih=3 iw=1 layout=nchw";

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; mb and layout may be left out. Throws user_error.
    static layer_norm_backward_problem parse(const std::string &text,
                                             source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    layer_norm_backward_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< src, diff_dst, mean, inverse_deviation, scale
    std::vector<tensor> results() const; ///< diff_src, diff_scale, diff_shift
};

using layer_norm = tensor_layer<layer_norm_problem>;
extern template class layer<layer_norm_problem, layer_options, search_options>;
extern template class tensor_layer<layer_norm_problem>;
using layer_norm_backward = tensor_layer<layer_norm_backward_problem>;
extern template class layer<layer_norm_backward_problem, layer_options, search_options>;
extern template class tensor_layer<layer_norm_backward_problem>;

} // namespace tiramisu::nn
