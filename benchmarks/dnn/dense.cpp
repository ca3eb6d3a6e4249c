#include "dnn/convolution_layer.h"
#include "dnn/problem_file.h"
#include "sets.h"

namespace tiramisu::bench {

void run_dense(session &here) {
    const bool has_pattern = here.only != "*";
    std::vector<std::function<void(session &)>> layers;
    for (const dense_problem &one : read_problems(TIRAMISU_BENCH_DENSE)) {
        // Who names problems wants them, quick ones or not.
        if (here.wants(one.id) && (has_pattern || !here.quick || one.is_quick)) {
            layers.emplace_back(
                [one](session &now) { convolution_layer(one.id, one.problem).run(now); });
        }
    }
    here.run_parts(layers);
}

} // namespace tiramisu::bench
