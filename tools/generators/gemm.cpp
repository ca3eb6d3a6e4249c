// The generator tiramisu::gemm: a product of matrices as a C function, and another that packs a
// constant b.
#include "layer_files.h"
#include "layer_generator.h"
#include "layer_words.h"
#include "nn/gemm/solvers.h"
#include "nn/gemm/tensors.h"

namespace {

using namespace tiramisu;
using namespace tiramisu::nn;

constexpr const char *usage =
    "tiramisu_gemm KEY=VALUE...\n"
    "Writes <name>.o, <name>.h, <name>_pack_weights.o and <name>_pack_weights.h, where <name> is\n"
    "what TIRAMISU_FUNCTION_NAME says or gemm.\n"
    "  m n k transa transb alpha beta bias post   the problem; m, n, k have to be there\n"
    "  constant_b=0         or 1: b is packed once, by <name>_pack_weights\n"
    "  solver=auto          or a solver's name, and configuration=name=number,...\n"
    "  perf_db=FILE         what find() measured, from which auto takes the fastest; or shipped\n";

bool is_b_constant(const layer_words &words) {
    const std::string value = words.value("constant_b", "0");
    if (value != "0" && value != "1") {
        words.refuse("constant_b", "must be 0 or 1");
    }
    return value == "1";
}

gemm_task task_of(const layer_words &words) {
    const gemm_problem problem = gemm_problem::parse(words.problem(), {});
    if (problem.m == 0) {
        throw user_error("problem \"" + problem.text() + "\"", "m",
                         "is 0, must be at least 1: there is nothing to generate");
    }
    return {problem, is_b_constant(words), asked_machine()};
}

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

void generate(const std::vector<std::string> &given) {
    const layer_words words("gemm", {"constant_b"}, given);
    const gemm_task task = task_of(words);
    const std::string name = asked_name("gemm");
    const gemm_choice choice = chosen(all_gemm_solvers(), task, words.options(), words.results());
    const gemm_program made = choice.solver->generate(task, choice.values, name);
    const program packing =
        made.pack_weights ? *made.pack_weights
                          : b_packer(task.problem, plain_b(task.problem), name + "_pack_weights");
    write_packed_layer(made, packing, name, {});
    add_to_header(name,
                  layer_comment(task.problem.text(), choice, header_text(task, name)) +
                      packed_declarations(name, made.weights_count(), made_for(task, choice)));
}

} // namespace

int main(int argc, char **argv) {
    return tiramisu::nn::run_generator("gemm", usage, {argv + 1, argv + argc}, generate);
}
