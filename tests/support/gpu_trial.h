#pragma once

#include <string>
#include <vector>

#include "codegen/expressions/halide.h"
#include "support/memory.h"
#include "support/parameter_choices.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {

/// A program with loops on a GPU, calls of it, and what they have to give.
struct gpu_trial {
    struct call {
        parameter_values scalars;
        memory before, after;
    };
    function what;
    std::vector<buffer *> arguments;
    std::vector<std::string> scalar_names;
    std::vector<call> calls;

    /// Whether a loop runs on the GPU: a loop of one iteration is none.
    bool is_on_device() const;
    /// The statement that its kernels are made of.
    lower::hir::Stmt lowered() const;

    /// What is wrong with what its code for OpenCL computes; empty if nothing is.
    std::string fault_on_device() const;
    /// What the model of threads finds wrong with a statement of its kernels: see lowered_run.h.
    std::string fault_in_model(const lower::hir::Stmt &body) const;
};

} // namespace tiramisu::oracle
