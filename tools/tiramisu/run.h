#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "tiramisu/tune_network.h"

namespace tiramisu::tool {

/// What `tiramisu run` is asked.
struct run_request {
    std::string model;                 ///< path of the ONNX file
    std::vector<std::string> inputs;   ///< "x=file.npy"
    std::vector<std::string> outputs;  ///< "y=file.npy", to be written
    std::vector<std::string> compared; ///< "y=file.npy", what is expected
    int times = 0;                     ///< runs that are timed; 0: none
    bool profiles = false;             ///< tells what each step takes
    std::string trace;                 ///< path of a trace of the same; empty: none
    bool exact = false; ///< only layers whose sums are those of the definition, in any order
    std::string density = "auto"; ///< as compile_request::density
    tune_network_request tuning;
};

/// Compiles the network into this process, runs it, and tells of the outputs; `fails` where one
/// differs from what was expected by more than 1e-3 of its largest value. Tells on `progress` how
/// measuring layers goes. Throws what the library throws, and failure for files that do not fit.
std::string run(const run_request &asked, bool &fails, std::ostream &progress);

} // namespace tiramisu::tool
