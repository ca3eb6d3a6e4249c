// The generators of layers that have nothing to pack: tiramisu::pooling and its like. The build
// compiles this file for each kind, whose problem is TIRAMISU_LAYER_PROBLEM.
#include "layer_files.h"
#include "layer_generator.h"
#include "layer_words.h"
#include "nn/tensor_layer/solver.h"
#include "tiramisu/nn/nn.h"

namespace {

using namespace tiramisu;
using namespace tiramisu::nn;

using problem = TIRAMISU_LAYER_PROBLEM;

std::string usage() {
    const std::string kind = problem::kind;
    return "tiramisu_" + kind +
           " KEY=VALUE...\n"
           "Writes <name>.o and <name>.h, where <name> is what TIRAMISU_FUNCTION_NAME says or " +
           kind + ".\nThe words of a problem, as in\n  " + problem::example +
           "\nand besides\n"
           "  solver=auto          or a solver's name\n"
           "  perf_db=FILE         what find() measured, from which auto takes the fastest; or "
           "shipped\n";
}

problem read_problem(const layer_words &words) {
    const problem asked = problem::parse(words.problem(), {});
    if (asked.mb == 0) {
        throw user_error("problem \"" + asked.text() + "\"", "mb",
                         "is 0, must be at least 1: there is nothing to generate");
    }
    return asked;
}

/// "src: 1 x 64 x 56 x 56 as nchw; dst: 1 x 64 x 28 x 28 as nchw"
std::string shapes(const problem &of) {
    std::vector<tensor> all = of.sources();
    all.push_back(of.dst());
    std::string text;
    for (const tensor &one : all) {
        text += (text.empty() ? "" : "; ") + one.name + ": " + times(one.extents) + " as " +
                to_string(one.lies);
    }
    return text;
}

void generate(const std::vector<std::string> &given) {
    const layer_words words(problem::kind, {}, given);
    const std::string name = asked_name(problem::kind);
    const tensor_task<problem> task{read_problem(words), asked_machine()};
    const layer_options how = words.options();
    const auto choice = chosen(all_tensor_solvers<problem>(), task, how, words.results());
    write_function(choice.solver->generate(task, choice.values, name), name, how.compiled);
    add_to_header(name, layer_comment(task.problem.text(), choice, shapes(task.problem)));
}

} // namespace

int main(int argc, char **argv) {
    return run_generator(problem::kind, usage(), {argv + 1, argv + argc}, generate);
}
