#pragma once

#include <string>
#include <vector>

#include "nn/framework/layer/callers_place.h"
#include "tiramisu/nn/layer.h"

// Definitions of the members of layer<>, for the files that instantiate it: what a class of layers
// is made of, its compiled_layer, does the work.

namespace tiramisu::nn {

template <typename Problem, typename Options, typename Search>
layer<Problem, Options, Search>::layer(const Problem &problem, const Options &opts,
                                       source_place where)
    : compiled_(at_callers_place(where, [&] { return compiled::of(problem, opts, where); })) {}

template <typename Problem, typename Options, typename Search>
const Problem &layer<Problem, Options, Search>::problem() const {
    return compiled_->problem();
}

template <typename Problem, typename Options, typename Search>
const std::string &layer<Problem, Options, Search>::solver() const {
    return compiled_->solver;
}

template <typename Problem, typename Options, typename Search>
const std::string &layer<Problem, Options, Search>::configuration() const {
    return compiled_->values;
}

template <typename Problem, typename Options, typename Search>
std::size_t layer<Problem, Options, Search>::workspace_bytes() const {
    return compiled_->workspace_bytes();
}

template <typename Problem, typename Options, typename Search>
std::vector<solver_verdict> layer<Problem, Options, Search>::solvers(const Problem &problem,
                                                                     const Options &opts,
                                                                     source_place where) {
    return at_callers_place(where, [&] { return compiled::solvers(problem, opts, where); });
}

template <typename Problem, typename Options, typename Search>
std::vector<find_result> layer<Problem, Options, Search>::find(const Problem &problem,
                                                               const Search &opts,
                                                               source_place where) {
    return at_callers_place(where, [&] { return compiled::find(problem, opts, where); });
}

template <typename Problem, typename Options, typename Search>
void layer<Problem, Options, Search>::write_object(const Problem &problem,
                                                   const std::string &object,
                                                   const std::string &name, const Options &opts,
                                                   source_place where) {
    at_callers_place(where, [&] { compiled::write_object(problem, object, name, opts, where); });
}

} // namespace tiramisu::nn
