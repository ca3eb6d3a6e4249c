#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "graph/compile/constant_pool.h"
#include "graph/operators/step.h"
#include "nn/kinds/layer_program.h"
#include "tiramisu/graph/network.h"

namespace tiramisu::graph {

// What functions with sparse weights call their parts.
constexpr const char *values_argument = "weights.values", *offsets_argument = "weights.offsets",
                     *starts_argument = "weights.starts";

/// Sparse weights as functions take them; see nn::pattern.
struct sparse_values {
    std::vector<float> values;
    std::vector<std::int32_t> offsets, starts;

    std::int32_t nonzeros() const { return static_cast<std::int32_t>(values.size()); }
};

/// The functions of steps: equal texts are one.
class step_functions {
public:
    struct entry {
        nn::layer_program layer; ///< of a small program, only `run` and `solver`, which is empty
        std::vector<std::string> order; ///< names of the arguments
        compiled_function pack;         ///< of plain weights; none if they stay as they are
        bool takes_sparse = false;      ///< weights that stay sparse, which `pack` takes
    };

    /// `prefix`: of their names. Those that differ are made side by side.
    step_functions(const std::vector<step> &steps, const std::string &prefix,
                   const nn::layer_options &opts, const nn::layer_choices &choices,
                   source_place where);

    const entry &of(const step &one) const { return *all_.at(key_of(one)); }
    /// The weights of a step as its function takes them, whose elements are of this type: dense,
    /// or what is not zero and where that is.
    primitive_t packed_type(const step &one) const;
    tensor packed_weights(const step &one) const;
    sparse_values packed_pattern(const step &one) const;
    std::size_t count() const { return all_.size(); }

private:
    std::map<std::string, std::optional<entry>> all_;

    static std::string key_of(const step &one);

    static entry made(const step &one, const std::string &name, const nn::layer_options &opts,
                      source_place where);
};

} // namespace tiramisu::graph
