// The generator tiramisu::spmm: a product of a matrix in compressed rows and a dense one as a C
// function, and another that packs the pattern.
#include "tiramisu/nn/spmm.h"
#include "layer_generator.h"
#include "layer_words.h"
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

void generate(const std::vector<std::string> &given) {
    const layer_words words("spmm", {"density", "validate"}, given);
    const perf_db known = words.results();
    const spmm_problem problem = spmm_problem::parse(words.problem(), {});
    write_layer<spmm>("spmm", problem,
                      spmm_options{asked_sparse_options(words, known), asked_density(words)});
}

} // namespace

int main(int argc, char **argv) {
    return tiramisu::nn::run_generator("spmm", usage, {argv + 1, argv + argc}, generate);
}
