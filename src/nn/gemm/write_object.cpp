#include "nn/choice/made_for.h"
#include "nn/files/header_text.h"
#include "nn/files/packed_files.h"
#include "nn/gemm/solvers.h"
#include "nn/gemm/tensors.h"

namespace tiramisu::nn {

namespace {

/// What callers have to know and the declarations do not say.
std::string header_text(const gemm_task &task, const std::string &name) {
    const auto matrix = [](const std::string &letter, int rows, int columns) {
        return letter + ": " + times(std::vector<int>{rows, columns});
    };
    const gemm_problem &p = task.problem;
    const std::string sizes = (p.transa ? matrix("a", p.k, p.m) : matrix("a", p.m, p.k)) + "; " +
                              (p.transb ? matrix("b", p.n, p.k) : matrix("b", p.k, p.n)) + "; " +
                              matrix("c", p.m, p.n);
    return sizes + "\n * " + name + "_pack_weights brings b into the order that " + name + " reads";
}

} // namespace

void gemm::write_object(const gemm_problem &problem, const std::string &object,
                        const std::string &name, const gemm_options &how, source_place where) {
    const options compiled = object_options(how.compiled);
    const gemm_task task{problem.checked(where), how.constant_b, machine::of(compiled)};
    require_some(problem.text(), "m", problem.m, where);
    const object_place to = object_place::of(problem.text(), object, name, where);
    const gemm_choice choice = all_gemm_solvers().chosen(task, how, where);
    const gemm_program made = choice.solver->generate(task, choice.values, name);
    const program packing =
        made.pack_weights ? *made.pack_weights
                          : b_packer(problem, plain_b(problem), to.further("pack_weights").name);
    write_packed_layer(made, packing, to, compiled);
    add_to_header(to, layer_comment(problem.text(), choice, header_text(task, name)) +
                          packed_declarations(to, made.weights_count(), made_for(task, choice)));
}

} // namespace tiramisu::nn
