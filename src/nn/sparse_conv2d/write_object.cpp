#include "nn/choice/made_for.h"
#include "nn/files/header_text.h"
#include "nn/files/sparse_files.h"
#include "nn/sparse_conv2d/solvers.h"

namespace tiramisu::nn {

namespace {

/// What callers have to know and the declarations do not say.
std::string header_text(const sparse_conv2d_task &task, const sparse_program &made,
                        const std::string &name, const options &how) {
    const conv2d_problem &p = task.problem;
    return "src: " + times(p.src_extents()) + " as " + to_string(task.layouts.src) +
           "; dst: " + times(p.dst_extents()) + " as " + to_string(task.layouts.dst) +
           "\n * weights, columns counting (channel * kh + ky) * kw + kx: " +
           pattern_text(made, p.oc, p.ic * task.kernel_elements(), name, how) +
           only_pattern_text("\n * ", task.pattern);
}

} // namespace

void sparse_conv2d::write_object(const conv2d_problem &problem, const std::string &object,
                                 const std::string &name, const sparse_conv2d_options &how,
                                 source_place where) {
    const options compiled = object_options(how.compiled);
    sparse_conv2d_task asked{problem, how.layouts, machine::of(compiled), how.density, true};
    asked.know(how.pattern);
    const sparse_conv2d_task task = asked.checked(where);
    const std::string text = task.problem.text();
    require_some(text, "mb", task.problem.mb, where);
    const object_place to = object_place::of(text, object, name, where);
    const sparse_conv2d_choice choice = all_sparse_conv2d_solvers().chosen(task, how, where);
    const auto made = std::get<sparse_program>(choice.solver->generate(task, choice.values, name));
    write_sparse_layer(made, to, compiled);
    add_to_header(to, layer_comment(text, choice, header_text(task, made, name, compiled)) +
                          pattern_declarations(made, task.problem.oc, to, made_for(task, choice)));
}

} // namespace tiramisu::nn
