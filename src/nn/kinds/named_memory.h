#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/layer_kinds.h"

namespace tiramisu::nn {

/// Of weights that require_weights() has seen, of which matrices of floats are made.
inline const float *floats_of(const_elements weights) {
    return static_cast<const float *>(weights.data());
}

/// The memory of a run by name, of which all is for an argument of the layer. That something is
/// missing, the layer says.
class named_memory {
public:
    /// Throws user_error if a name is that of no argument.
    named_memory(const std::string &layer, const std::vector<layer_argument> &arguments,
                 const layer_memory &memory, source_place where);

    /// Null: it was not given.
    const_elements source(const std::string &name) const;
    /// The same of what no layer looks at: throws user_error if it is of another type.
    const_elements source(const std::string &name, element_type type) const;
    elements result(const std::string &name) const;
    source_place where() const { return where_; }

    /// Throws user_error if a layer with weights has none or others, or one without has any.
    void require_packed(const any_weights &weights, const std::string &wanted) const;
    /// Throws user_error if there are none, if they are of another type, or if the layer has none.
    static void require_weights(const std::string &layer,
                                const std::vector<layer_argument> &arguments,
                                const_elements weights, source_place where);

private:
    std::string layer_;
    const layer_memory &memory_;
    source_place where_;
    bool has_weights_;
};

} // namespace tiramisu::nn
