#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/tensor_layer.h"

namespace tiramisu::nn {

/// The channels of several tensors one after another.
struct concat_problem {
    static constexpr const char *kind = "concat";
    /// A text with every word.
    static constexpr const char *example = "concat mb=1 ih=28 iw=28 ic=64+32 "
                                           "layout=nchw";

    int mb = 1;                   ///< images; may be 0
    std::vector<int> ic;          ///< channels of each source; at least one source
    int ih = 0, iw = 0;           ///< size of an image
    layout format = layout::nchw; ///< of all tensors
    element_type type = element_type::f32;

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; mb and layout may be left out. Throws user_error.
    static concat_problem parse(const std::string &text,
                                source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    concat_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< src0, src1, ...
    tensor dst() const;
};

using concat = tensor_layer<concat_problem>;
extern template class layer<concat_problem, layer_options, search_options>;
extern template class tensor_layer<concat_problem>;

} // namespace tiramisu::nn
