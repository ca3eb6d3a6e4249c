// The generators of layers that have nothing to pack: tiramisu::pooling and its like. The build
// compiles this file for each kind, whose problem is TIRAMISU_LAYER_PROBLEM.
#include "layer_generator.h"
#include "layer_words.h"
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

void generate(const std::vector<std::string> &given) {
    const layer_words words(problem::kind, {}, given);
    const perf_db known = words.results();
    write_layer<tensor_layer<problem>>(problem::kind, problem::parse(words.problem(), {}),
                                       words.options(known));
}

} // namespace

int main(int argc, char **argv) {
    return run_generator(problem::kind, usage(), {argv + 1, argv + argc}, generate);
}
