#pragma once

#include "nn/layers/gemm/product_solver.h"

namespace tiramisu::nn {

/// Products of floats: those of 16 bits are widened to 32 when they are packed.
class packed_gemm : public product_solver {
public:
    std::string name() const override { return "packed"; }
    int revision() const override { return 2; }
    bool computes(element_type type) const override {
        return accumulation_type(type) == element_type::f32;
    }
    std::string why_not(const gemm_task &) const override { return ""; }

protected:
    product_form form_of(const gemm_task &task) const override {
        return product_form::of_floats(task.problem.types());
    }
};

} // namespace tiramisu::nn
