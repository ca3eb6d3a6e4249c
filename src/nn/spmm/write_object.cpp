#include "nn/choice/made_for.h"
#include "nn/files/header_text.h"
#include "nn/files/sparse_files.h"
#include "nn/spmm/solvers.h"

namespace tiramisu::nn {

namespace {

/// What callers have to know and the declarations do not say.
std::string header_text(const spmm_task &task, const spmm_program &made, const std::string &name,
                        const options &how) {
    const auto matrix = [](bool transposed, int height, int width) {
        return transposed ? times(std::vector<int>{width, height})
                          : times(std::vector<int>{height, width});
    };
    const spmm_problem &p = task.problem;
    return "b: " + matrix(p.transb, p.k, p.n) + "; c: " + matrix(p.transc, p.m, p.n) +
           "\n * a: " + pattern_text(made, task.rows_of_blocks(), p.k, name, how, p.block);
}

} // namespace

void spmm::write_object(const spmm_problem &problem, const std::string &object,
                        const std::string &name, const spmm_options &how, source_place where) {
    const options compiled = object_options(how.compiled);
    const spmm_task task = spmm_task{problem, machine::of(compiled), how.density}.checked(where);
    require_some(problem.text(), "n", problem.n, where);
    const object_place to = object_place::of(problem.text(), object, name, where);
    const spmm_choice choice = all_spmm_solvers().chosen(task, how, where);
    const spmm_program made = choice.solver->generate(task, choice.values, name);
    write_sparse_layer(made, to, compiled);
    add_to_header(
        to, layer_comment(problem.text(), choice, header_text(task, made, name, compiled)) +
                pattern_declarations(made, task.rows_of_blocks(), to, made_for(task, choice)));
}

} // namespace tiramisu::nn
