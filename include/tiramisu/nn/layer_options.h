#pragma once

#include <string>

#include "tiramisu/nn/perf_db.h"
#include "tiramisu/options.h"

namespace tiramisu::nn {

/// How a layer is to be computed, whatever layer it is.
struct layer_options {
    /// A solver's name; "auto" takes what `results` know to be fastest or, if they know nothing,
    /// what a rule says (docs/layers).
    std::string solver = "auto";
    /// Values of the solver's parameters, "f_vectors=2,x=14,y=28"; empty: its own choice.
    std::string configuration;
    options compiled;
    const perf_db *results = nullptr; ///< of find(); null: none
    /// Whether the rule may take what is less exact than sums in another order are: Winograd's
    /// convolution, whose errors come to 1e-4 of the largest result at worst, and which spreads an
    /// infinity or NaN over its neighbours. What `results` know may always be taken.
    bool relaxed = false;
};

/// Whether a solver can do a problem.
struct solver_verdict {
    std::string solver;
    std::string why_not; ///< empty: it can
};

} // namespace tiramisu::nn
