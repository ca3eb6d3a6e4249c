#pragma once

#include <iosfwd>
#include <string>

#include "driver/modes.h"
#include "tiramisu/nn/search_options.h"

namespace tiramisu::driver {

/// What is done with a layer.
struct run_request {
    std::string text;
    std::string solver = "auto", configuration, target = "host";
    bool relaxed = false;
    int threads = 0; ///< 0: as usual
    int iterations = 10;
    bool verifies = true, times = true, searches = false, tells_why = false;
    nn::search_options search; ///< as far as flags say it

    run_request(const mode &of, const flag_values &given);
};

/// How a run of a layer ended.
enum class run_end { right, wrong, interrupted };

/// Makes the layer, runs it on random data, and tells about it: the solver, how long it takes, and
/// whether its results are those of the naive solver. Ctrl-C ends a search: what it found until
/// then is told and remembered. Throws what the library throws.
run_end run_layer(const run_request &asked, std::ostream &to);

} // namespace tiramisu::driver
