// The generator tiramisu::gemm: a product of matrices as a C function, and another that packs a
// constant b.
#include "tiramisu/nn/gemm.h"
#include "layer_generator.h"
#include "layer_words.h"

namespace {

using namespace tiramisu;
using namespace tiramisu::nn;

constexpr const char *usage =
    "tiramisu_gemm KEY=VALUE...\n"
    "Writes <name>.o, <name>.h, <name>_pack_weights.o and <name>_pack_weights.h, where <name> is\n"
    "what TIRAMISU_FUNCTION_NAME says or gemm.\n"
    "  m n k transa transb alpha beta bias post type b_type c_type   the problem; m, n, k have to\n"
    "                       be there\n"
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

void generate(const std::vector<std::string> &given) {
    const layer_words words("gemm", {"constant_b"}, given);
    const perf_db known = words.results();
    write_layer<gemm>("gemm", gemm_problem::parse(words.problem(), {}),
                      gemm_options{words.options(known), is_b_constant(words)});
}

} // namespace

int main(int argc, char **argv) {
    return tiramisu::nn::run_generator("gemm", usage, {argv + 1, argv + argc}, generate);
}
