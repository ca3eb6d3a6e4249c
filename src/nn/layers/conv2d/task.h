#pragma once

#include <string>

#include "nn/framework/program/machine.h"
#include "tiramisu/nn/conv2d.h"

namespace tiramisu::nn {

/// What a solver is asked to solve.
struct conv2d_task {
    conv2d_problem problem; ///< completed
    conv2d_layouts layouts;
    machine target;
    /// There may be any number of images, which a last argument of the function tells; the
    /// problem's is the one that it is cut for.
    bool any_batch = false;
    /// Images may have any size, which two further arguments, ih and iw, tell; the problem's is
    /// the one that it is cut for. The result's follows from it.
    bool any_size = false;
    bool relaxed = false; ///< see layer_options
    /// The weights are those of the convolution whose gradient this one computes: what are its
    /// channels are filters there, and rows and columns are counted from the other end.
    bool turned_weights = false;

    /// Of one group.
    int channels() const { return problem.ic / problem.g; }
    int filters() const { return problem.oc / problem.g; }

    /// What it is called in performance databases: its problem's text and its layouts. What is
    /// added one day is added at the end, and left out where it says what always held.
    std::string perf_key() const {
        return problem.text() + " src=" + to_string(layouts.src) +
               " dst=" + to_string(layouts.dst) + (any_batch ? " any_batch=1" : "") +
               (any_size ? " any_size=1" : "");
    }
};

} // namespace tiramisu::nn
