#pragma once

#include "nn/layers/gemm/product_solver.h"

namespace tiramisu::nn {

/// Products of narrow numbers, packed with the 2 or 4 neighbours along k side by side whose
/// products an instruction adds to a sum: vdpbf16ps of bfloat16 numbers, vpdpbusd of u8 and s8.
/// Machines without the latter, and factors that are both of u8 or both of s8, take 16 bits of a,
/// and vpmaddwd.
class interleaved_gemm : public product_solver {
public:
    std::string name() const override { return "interleaved"; }
    int revision() const override { return 2; }
    bool computes(element_type type) const override { return product_form::has_neighbours(type); }
    std::string why_not(const gemm_task &task) const override {
        return product_form::why_no_neighbours(task.problem.types(), task.target);
    }
    bool is_for_rule(const gemm_task &task) const override {
        return product_form::has_fast_neighbours(task.problem.types(), task.target);
    }

protected:
    product_form form_of(const gemm_task &task) const override {
        return product_form::of_neighbours(task.problem.types(), task.target);
    }
};

} // namespace tiramisu::nn
