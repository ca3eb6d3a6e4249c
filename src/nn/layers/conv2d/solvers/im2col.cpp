#include "nn/layers/conv2d/solvers/im2col.h"

namespace tiramisu::nn {

bool im2col_conv2d::is_for_rule(const conv2d_task &task) const {
    const conv2d_problem &p = task.problem;
    if (p.type != element_type::f32) {
        return true;
    }
    const bool is_copied_by_others = p.kh * p.kw > 1 || p.ph > 0 || p.pw > 0;
    return !is_copied_by_others && task.layouts.src == layout::nhwc &&
           p.ic * p.sw % machine::page_floats == 0;
}

} // namespace tiramisu::nn
