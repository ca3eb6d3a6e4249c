#include "nn/layers/conv2d_chain/resizing.h"

#include "nn/framework/tensor_layer/solver.h"
#include "nn/layers/conv2d_chain/chain_options.h"

namespace tiramisu::nn {

sequence_call resizing_call(const resize_problem &resizing, const machine &target,
                            const layer_options &opts, const std::string &name,
                            const chain_memory &memory) {
    const tensor_task<resize_problem> task{resizing, target};
    const auto choice =
        all_tensor_solvers<resize_problem>().chosen(task, options_of_resizing(opts), {});
    const program made = choice.solver->generate(task, choice.values, name + "_resize");
    return {made.what, made.arguments, {memory.src(), memory.read_by_the_first()}, {}};
}

} // namespace tiramisu::nn
