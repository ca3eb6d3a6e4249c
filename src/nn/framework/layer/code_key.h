#pragma once

#include <string>
#include <type_traits>

#include "nn/framework/choice/made_for.h"
#include "nn/framework/program/machine.h"
#include "tiramisu/options.h"

// What decides the code of a layer.

namespace tiramisu::nn {

/// Whether compiling with these options, and those of the environment, leaves nothing but code.
bool may_be_shared(const options &opts);

/// Whether it may also be kept for other processes, for the same reason.
bool may_be_kept(const options &opts);

/// What of the options and the machine decides the code.
std::string compiled_text(const machine &target, const options &opts);

/// What else decides whether another process may load the code: the features of its processor, and
/// what the environment says of schedules.
std::string kept_text(const options &opts);

/// With all digits.
std::string exact_text(double number);

/// What of a task decides code and its perf_key() does not say: there a density has two digits.
template <typename Task, typename = void>
struct beyond_perf_key {
    static std::string of(const Task &) { return ""; }
};
template <typename Task>
struct beyond_perf_key<Task, std::void_t<decltype(Task::density)>> {
    static std::string of(const Task &task) { return " of=" + exact_text(task.density); }
};

template <typename Task, typename Program>
std::string code_key(const Task &task, const solver_choice<Task, Program> &choice,
                     const options &opts) {
    return made_for(task, choice) + " revision=" + std::to_string(choice.solver->revision()) +
           beyond_perf_key<Task>::of(task) + compiled_text(task.target, opts);
}

} // namespace tiramisu::nn
