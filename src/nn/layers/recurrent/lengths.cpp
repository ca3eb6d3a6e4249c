#include "nn/layers/recurrent/lengths.h"

#include "tiramisu/function.h"

namespace tiramisu::nn {

expr steps_given(const recurrent_problem &problem) {
    return problem.lengths ? expr::variable("steps", p_int32) : expr(problem.t);
}

void require_lengths(const recurrent_problem &problem, const input &length_of_sequence) {
    function &owner = *global::get_implicit_function();
    const expr steps = steps_given(problem);
    const var n("n", 0, problem.mb);
    owner.require_in_every_call({}, steps, 0, problem.t, "the layer was made for so many steps");
    owner.require_in_every_call({n}, length_of_sequence(n), 0, steps,
                                "a sequence has as many steps as there are at most");
}

} // namespace tiramisu::nn
