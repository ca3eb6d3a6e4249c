#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tiramisu/nn/post_op.h"
#include "tiramisu/nn/tensor_layer.h"

namespace tiramisu::nn {

/// Each element by itself: of two tensors of one shape the sum or the product, and then activations
/// in their order.
struct eltwise_problem : images {
    static constexpr const char *kind = "eltwise";
    /// A text with every word.
    static constexpr const char *example = "eltwise mb=1 ic=64 ih=56 iw=56 with=add post=relu "
                                           "layout=nchw";

    enum class binary { add, mul };
    std::optional<binary> with;    ///< what is done with a second source; nothing: there is none
    std::vector<post_op> post_ops; ///< neither pooling nor residual_add

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; all but ic, ih and iw may be left out. Throws user_error.
    static eltwise_problem parse(const std::string &text,
                                 source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    eltwise_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< src[, other]
    tensor dst() const;
};

using eltwise = tensor_layer<eltwise_problem>;
extern template class layer<eltwise_problem, layer_options, search_options>;
extern template class tensor_layer<eltwise_problem>;

} // namespace tiramisu::nn
