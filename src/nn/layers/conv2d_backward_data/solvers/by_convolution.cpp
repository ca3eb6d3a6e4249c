#include "nn/layers/conv2d_backward_data/solvers/by_convolution.h"

#include "nn/framework/problem/numbers.h"

namespace tiramisu::nn {

namespace {

/// Zeros around diff_dst: as many as the kernel reaches beyond those of the convolution.
struct turned_padding {
    int rows, columns;

    explicit turned_padding(const conv2d_problem &p)
        : rows((p.kh - 1) * (p.dh + 1) - p.ph), columns((p.kw - 1) * (p.dw + 1) - p.pw) {}
};

} // namespace

conv2d_task turned_convolution(const backward_data_task &task) {
    const turned_padding padding(task.problem);
    conv2d_task made = convolution_of(task);
    conv2d_problem &p = made.problem;
    std::swap(p.ic, p.oc);
    std::swap(p.ih, p.oh);
    std::swap(p.iw, p.ow);
    p.ph = padding.rows;
    p.pw = padding.columns;
    made.turned_weights = true;
    return made;
}

std::string why_no_turned_convolution(const backward_data_task &task) {
    const conv2d_problem &p = task.problem;
    if (p.sh != 1 || p.sw != 1) {
        return "stride " + size_text(p.sh, p.sw) + ", must be 1x1";
    }
    const turned_padding padding(p);
    return padding.rows >= 0 && padding.columns >= 0
               ? ""
               : "padding " + size_text(p.ph, p.pw) +
                     ", with which some elements of the kernel "
                     "meet zeros alone";
}

} // namespace tiramisu::nn
