#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tiramisu/nn/layer_kinds.h"
#include "tiramisu/nn/perf_db.h"
#include "tiramisu/tiramisu_c.h"

// What the handles of tiramisu_c.h stand for.

struct tiramisu_layer {
    /// An argument with the texts that C reads.
    struct argument {
        tiramisu::nn::layer_argument what;
        std::string type, layout;
        std::vector<int> extents;
    };

    std::unique_ptr<tiramisu::nn::any_layer> made;
    std::string text;
    std::vector<argument> arguments;
};

struct tiramisu_weights {
    tiramisu::nn::any_weights packed;
};

struct tiramisu_invocation {
    tiramisu_allocator allocator = {}; ///< the caller's, from which the run has its memory
    tiramisu::nn::invocation run;
    std::string text; ///< of the layer
    std::map<std::string, tiramisu::nn::layer_argument> arguments;
};

struct tiramisu_solver_list {
    std::vector<tiramisu::nn::find_result> all;
};

namespace tiramisu::nn {

/// What the options of C say, null as if all were zeros. It may refer to what was measured, which
/// it keeps.
class c_options {
public:
    explicit c_options(const tiramisu_layer_options *given);

    const layer_options &layer() const { return layer_; }
    search_options search() const;

private:
    std::unique_ptr<perf_db> measured_;
    layer_options layer_;
    search_options search_; ///< what it asks of find() alone
};

} // namespace tiramisu::nn
