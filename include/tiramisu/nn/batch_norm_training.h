#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/tensor_layer.h"

namespace tiramisu::nn {

/// Over which values the statistics of a batch normalisation go: those of a channel in all pixels
/// of all images ("spatial"), or those of one pixel and channel in all images.
enum class batch_statistics { per_channel, per_activation };

/// Batch normalisation with the statistics of the batch (Ioffe and Szegedy, Batch normalization,
/// 2015, algorithm 1), of which those for inference are a running mean:
///
///     dst = (src - mean) * inverse_deviation * scale + shift
///     inverse_deviation = 1 / sqrt(variance + epsilon)
///     running_mean = (1 - factor) * running_mean + factor * mean
///     running_variance = (1 - factor) * running_variance
///                        + factor * variance * count / (count - 1)
///
/// where count values have one mean. Of one value the variance is 0 in both.
struct batch_norm_training_problem : images {
    static constexpr const char *kind = "batch_norm_training";
    /// A text with every word.
    static constexpr const char *example = "batch_norm_training mb=4 ic=20 ih=7 iw=9 per=channel "
                                           "epsilon=1e-05 factor=0.1 layout=nchw";

    batch_statistics per = batch_statistics::per_channel;
    float epsilon = 1e-5f, factor = 0.1f;

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; all but ic, ih and iw may be left out. Throws user_error.
    static batch_norm_training_problem parse(const std::string &text,
                                             source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    batch_norm_training_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< src, scale, shift
    /// dst, mean, inverse_deviation; running_mean and running_variance, which are read, too
    std::vector<tensor> results() const;
};

/// Backward through such a layer, of the statistics that it left.
struct batch_norm_backward_problem : images {
    static constexpr const char *kind = "batch_norm_backward";
    /// A text with every word.
    static constexpr const char *example =
        "batch_norm_backward mb=4 ic=20 ih=7 iw=9 per=channel layout=nchw";

    batch_statistics per = batch_statistics::per_channel;

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; all but ic, ih and iw may be left out. Throws user_error.
    static batch_norm_backward_problem parse(const std::string &text,
                                             source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    batch_norm_backward_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< src, diff_dst, mean, inverse_deviation, scale
    std::vector<tensor> results() const; ///< diff_src, diff_scale, diff_shift
};

using batch_norm_training = tensor_layer<batch_norm_training_problem>;
extern template class layer<batch_norm_training_problem, layer_options, search_options>;
extern template class tensor_layer<batch_norm_training_problem>;
using batch_norm_backward = tensor_layer<batch_norm_backward_problem>;
extern template class layer<batch_norm_backward_problem, layer_options, search_options>;
extern template class tensor_layer<batch_norm_backward_problem>;

} // namespace tiramisu::nn
