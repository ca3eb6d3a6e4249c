#pragma once

#include "nn/layers/conv2d/patch_product.h"

namespace tiramisu::nn {

/// Patches of floats: those of 16 bits are widened to 32 when they are gathered.
class im2col_conv2d : public patch_product_solver {
public:
    std::string name() const override { return "im2col"; }
    bool computes(element_type type) const override {
        return accumulation_type(type) == element_type::f32;
    }
    /// Of f32, where others would read, without a copy, positions that lie whole pages apart: their
    /// elements meet in few places of the first-level cache.
    bool is_for_rule(const conv2d_task &task) const override;

protected:
    product_form form_of(const conv2d_task &task) const override {
        return product_form::of_floats(task.problem.types());
    }
};

} // namespace tiramisu::nn
