#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tiramisu/nn/perf_db.h"

// What the generators of all layers share.

namespace tiramisu::nn {

/// What main() of the generator tiramisu_`layer` does with its words, and its exit status: prints
/// `usage` where it is asked for or where there are no words; else generates, and prints what is
/// thrown.
int run_generator(const std::string &layer, const std::string &usage,
                  const std::vector<std::string> &words,
                  const std::function<void(const std::vector<std::string> &)> &generate);

/// The exported name that the build asks for, or `otherwise`.
std::string asked_name(const std::string &otherwise);

/// Prints what went wrong with a performance database.
void print_warnings(const perf_db &results);

/// Writes a layer under the exported name. The options have results.
template <typename Layer, typename Problem, typename Options>
void write_layer(const std::string &layer, const Problem &problem, const Options &opts) {
    const std::string name = asked_name(layer);
    Layer::write_object(problem, name + ".o", name, opts, {});
    print_warnings(*opts.results);
}

} // namespace tiramisu::nn
