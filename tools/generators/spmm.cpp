// The generator tiramisu::spmm: a product of a matrix in compressed rows and a dense one as a C
// function, and another that packs the pattern.
#include "layer_files.h"
#include "layer_generator.h"
#include "layer_words.h"
#include "nn/spmm/solvers.h"
#include "sparse_layer.h"

namespace {

using namespace tiramisu;
using namespace tiramisu::nn;

constexpr const char *usage =
    "tiramisu_spmm KEY=VALUE...\n"
    "Writes <name>.o, <name>.h, <name>_pack_pattern.o and <name>_pack_pattern.h, where <name> is\n"
    "what TIRAMISU_FUNCTION_NAME says or spmm.\n"
    "  m n k transb transc bias block post   the problem; m, n, k have to be there\n"
    "  density=0.15         share of non-zeros in a that it is to be fast for\n"
    "  validate=off         on: both functions check the values of indices and refuse wrong ones\n"
    "  solver=auto          or a solver's name, and configuration=name=number,...\n"
    "  perf_db=FILE         what find() measured, from which auto takes the fastest; or shipped\n";

spmm_task task_of(const layer_words &words) {
    const spmm_problem problem = spmm_problem::parse(words.problem(), {});
    if (problem.n == 0) {
        throw user_error("problem \"" + problem.text() + "\"", "n",
                         "is 0, must be at least 1: there is nothing to generate");
    }
    return spmm_task{problem, asked_machine(), asked_density(words)}.checked({});
}

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

void generate(const std::vector<std::string> &given) {
    const layer_words words("spmm", {"density", "validate"}, given);
    const spmm_task task = task_of(words);
    const std::string name = asked_name("spmm");
    const layer_options how = asked_sparse_options(words);
    const spmm_choice choice = chosen(all_spmm_solvers(), task, how, words.results());
    const spmm_program made = choice.solver->generate(task, choice.values, name);
    write_sparse_layer(made, name, how.compiled);
    add_to_header(
        name,
        layer_comment(task.problem.text(), choice, header_text(task, made, name, how.compiled)) +
            pattern_declarations(made, task.rows_of_blocks(), name, made_for(task, choice)));
}

} // namespace

int main(int argc, char **argv) {
    return tiramisu::nn::run_generator("spmm", usage, {argv + 1, argv + argc}, generate);
}
