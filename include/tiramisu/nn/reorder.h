#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/tensor_layer.h"

namespace tiramisu::nn {

/// The same images in another layout.
struct reorder_problem : images { // `lies` is that of the source
    static constexpr const char *kind = "reorder";
    /// A text with every word.
    static constexpr const char *example = "reorder mb=1 ic=64 ih=56 iw=56 to=nchw16c "
                                           "layout=nchw";

    layout to = layout::nchw16c; ///< of the result

    /// The one text of this problem: "reorder mb=1 ic=64 ih=56 iw=56 to=nchw16c layout=nchw".
    /// Throws as completed().
    std::string text() const;
    /// From such a text; mb, to and layout may be left out. Throws user_error.
    static reorder_problem parse(const std::string &text,
                                 source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    reorder_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< src
    tensor dst() const;
};

using reorder = tensor_layer<reorder_problem>;
extern template class layer<reorder_problem, layer_options, search_options>;
extern template class tensor_layer<reorder_problem>;

} // namespace tiramisu::nn
