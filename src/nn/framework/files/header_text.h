#pragma once

#include <cstdint>
#include <string>

#include "nn/framework/choice/layer_solver.h"
#include "nn/framework/files/object_files.h"

// What headers of layers tell beside the declarations.

namespace tiramisu::nn {

/// "1 x 64 x 56 x 56"
template <typename Extents>
std::string times(const Extents &extents) {
    std::string text;
    for (const int extent : extents) {
        text += (text.empty() ? "" : " x ") + std::to_string(extent);
    }
    return text;
}

/// " configuration=x=3", nothing where there are no values.
std::string configured(const configuration &values);

/// A comment: the problem, the solver with its configuration, and what is to know.
std::string layer_comment(const std::string &problem, const std::string &solver,
                          const configuration &values, const std::string &details);
template <typename Task, typename Program>
std::string layer_comment(const std::string &problem, const solver_choice<Task, Program> &choice,
                          const std::string &details) {
    return layer_comment(problem, choice.solver->name(), choice.values, details);
}

/// An include of the header beside the one of `to`, whose function has this suffix.
std::string include_of(const object_place &to, const std::string &suffix);

/// A number that differs where what is packed lies differently.
std::string tag_declaration(const std::string &name, const std::string &made_for);

/// Throws user_error if this size of a problem is 0.
void require_some(const std::string &problem, const std::string &key, int size, source_place where);

} // namespace tiramisu::nn
