#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/layer_kinds.h"

namespace tiramisu::nn {

/// The memory of a run by name, of which all is for an argument of the layer. That something is
/// missing, the layer says.
class named_memory {
public:
    /// Throws user_error if a name is that of no argument.
    named_memory(const std::string &layer, const std::vector<layer_argument> &arguments,
                 const layer_memory &memory);

    /// Null: it was not given.
    const float *source(const std::string &name) const;
    float *result(const std::string &name) const;

    /// Throws user_error if a layer with weights has others, or one without has any.
    void require_packed(const std::string &given, const std::string &wanted) const;
    /// Throws user_error if there are none, or if the layer has none.
    static void require_weights(const std::string &layer,
                                const std::vector<layer_argument> &arguments, const float *weights);

private:
    std::string layer_;
    const layer_memory &memory_;
    bool has_weights_;
};

} // namespace tiramisu::nn
