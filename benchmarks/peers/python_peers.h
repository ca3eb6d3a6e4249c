#pragma once

#include <map>
#include <string>
#include <vector>

#include "contest.h"
#include "peers/remote_library.h"

namespace tiramisu::bench {

/// A problem for the libraries that are called from Python.
struct python_problem {
    std::string text; ///< as `python/problems.py` knows it
    std::vector<floats> inputs;
    float *result;
    std::size_t results;
};

/// Adds a library, "onnxruntime", "openvino" or "torch", to a contest with so many threads, if it
/// is installed. `as` has its name there and where its result is compared; its unpack() is called
/// once the result is in the problem's.
void add_python_peer(contest &all, const std::string &library, contender as,
                     const python_problem &problem, int threads);
/// The same for each library, under its own name.
void add_python_peers(contest &all, contender as, const python_problem &problem, int threads);

/// Of those that were asked so far, by name.
std::map<std::string, std::string> python_peer_versions();

} // namespace tiramisu::bench
