#pragma once

#include "nn/layers/conv2d/patch_product.h"

namespace tiramisu::nn {

/// Patches of narrow numbers, packed with those neighbours side by side that an instruction
/// multiplies and adds up: as the solver of products of that name has them.
class interleaved_conv2d : public patch_product_solver {
public:
    std::string name() const override { return "interleaved"; }
    bool computes(element_type type) const override { return product_form::has_neighbours(type); }
    std::string why_not(const conv2d_task &task) const override;
    bool is_for_rule(const conv2d_task &task) const override {
        return product_form::has_fast_neighbours(task.problem.types(), task.target);
    }

protected:
    product_form form_of(const conv2d_task &task) const override {
        return product_form::of_neighbours(task.problem.types(), task.target);
    }
};

} // namespace tiramisu::nn
