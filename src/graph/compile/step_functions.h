#pragma once

#include <map>
#include <string>

#include "graph/compile/constant_pool.h"
#include "graph/operators/step.h"
#include "nn/kinds/layer_program.h"

namespace tiramisu::graph {

/// The functions of steps: equal texts are one.
class step_functions {
public:
    /// `prefix`: of their names.
    step_functions(std::string prefix, const nn::layer_options &how, source_place where)
        : prefix_(std::move(prefix)), how_(how), where_(where) {}

    struct entry {
        nn::layer_program layer; ///< of a small program, only `run` and `solver`, which is empty
        std::vector<std::string> order; ///< names of the arguments
        compiled_function pack;         ///< of plain weights; none if they stay as they are
    };

    const entry &of(const step &one);
    /// The weights of a step as its function takes them.
    std::vector<float> packed_weights(const step &one);
    std::size_t count() const { return all_.size(); }

private:
    std::string prefix_;
    const nn::layer_options &how_;
    source_place where_;
    std::map<std::string, entry> all_;

    entry made(const step &one, const std::string &name) const;
};

} // namespace tiramisu::graph
