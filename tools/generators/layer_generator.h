#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "nn/choice/made_for.h"
#include "nn/choice/solver_list.h"
#include "nn/program/packed_program.h"

// What the generators of all layers share.

namespace tiramisu::nn {

/// What main() of the generator tiramisu_`layer` does with its words, and its exit status: prints
/// `usage` where it is asked for or where there are no words; else generates, and prints what is
/// thrown.
int run_generator(const std::string &layer, const std::string &usage,
                  const std::vector<std::string> &words,
                  const std::function<void(const std::vector<std::string> &)> &generate);

/// Prints what went wrong with a performance database.
void print_warnings(const perf_db &results);

/// " configuration=x=3", nothing where there are no values.
std::string configured(const configuration &values);

/// The choice of these options; "auto" knows what the results know. Says what is wrong with them.
template <typename Task, typename Program>
solver_choice<Task, Program> chosen(const solver_list<Task, Program> &solvers, const Task &task,
                                    layer_options how, const perf_db &results) {
    how.results = &results;
    const auto choice = solvers.chosen(task, how, {});
    print_warnings(results);
    return choice;
}

/// Writes `name` and `name`_pack_weights.
void write_packed_layer(const packed_program &made, const program &packing, const std::string &name,
                        const options &how);

/// A comment for the header: the problem, the solver with its configuration, and what is to know.
std::string layer_comment(const std::string &problem, const std::string &solver,
                          const configuration &values, const std::string &details);
template <typename Task, typename Program>
std::string layer_comment(const std::string &problem, const solver_choice<Task, Program> &choice,
                          const std::string &details) {
    return layer_comment(problem, choice.solver->name(), choice.values, details);
}

/// For the header: `name`_pack_weights, how many floats it writes, and the tag of `made_for`.
std::string packed_declarations(const std::string &name, std::int64_t weights_count,
                                const std::string &made_for);

/// For the header: a number that differs where what is packed lies differently.
std::string tag_declaration(const std::string &name, const std::string &made_for);

/// "1 x 64 x 56 x 56"
template <typename Extents>
std::string times(const Extents &extents) {
    std::string text;
    for (const int extent : extents) {
        text += (text.empty() ? "" : " x ") + std::to_string(extent);
    }
    return text;
}

} // namespace tiramisu::nn
