#include "nn/sparse/compressed_rows/sparse_files.h"
#include "nn/sparse/conv2d/layer.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<sparse_conv2d_layer>;

} // namespace

void description::require_something(const sparse_conv2d_task &task, source_place where) {
    require_some(task.problem.text(), "mb", task.problem.mb, where);
}

void description::write(const sparse_conv2d_program &made, const sparse_conv2d_task &,
                        const object_place &to, const options &opts) {
    write_sparse_layer(std::get<sparse_program>(made), to, opts);
}

std::string description::header_text(const sparse_conv2d_program &made,
                                     const sparse_conv2d_task &task, const object_place &to,
                                     const options &opts) {
    const conv2d_problem &p = task.problem;
    return "src: " + times(p.src_extents()) + " as " + to_string(task.layouts.src) +
           "; dst: " + times(p.dst_extents()) + " as " + to_string(task.layouts.dst) +
           "\n * weights, columns counting (channel * kh + ky) * kw + kx: " +
           pattern_text(std::get<sparse_program>(made), p.oc, p.ic * task.kernel_elements(),
                        to.name, opts) +
           only_pattern_text("\n * ", task.pattern);
}

std::string description::declarations(const sparse_conv2d_program &made,
                                      const sparse_conv2d_task &task, const std::string &made_for,
                                      const object_place &to) {
    return pattern_declarations(std::get<sparse_program>(made), task.problem.oc, to, made_for);
}

} // namespace tiramisu::nn
