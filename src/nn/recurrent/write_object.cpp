#include "nn/choice/made_for.h"
#include "nn/files/header_text.h"
#include "nn/files/packed_files.h"
#include "nn/recurrent/header_text.h"
#include "nn/recurrent/solvers.h"
#include "tiramisu/nn/recurrent.h"

namespace tiramisu::nn {

namespace {

/// What callers have to know and the declarations do not say.
std::string header_text(const recurrent_problem &p, const std::string &name) {
    return recurrent_tensors_text(p) + "\n * weights: " + std::to_string(p.weights_count()) +
           " floats, which " + name + "_pack_weights brings into the order that " + name +
           " reads:" + "\n * " + each_pseudo_layer_text(p) + " " + std::to_string(p.gates()) +
           " x hc x channels of its input, then " + std::to_string(p.gates()) +
           (p.proj > 0 ? " x hc x proj, then proj x hc" : " x hc x hc") +
           (p.bias ? "; behind those of all layers " + biases_text(p) + " biases" : "");
}

} // namespace

void recurrent::write_object(const recurrent_problem &problem, const std::string &object,
                             const std::string &name, const layer_options &how,
                             source_place where) {
    const options compiled = object_options(how.compiled);
    const recurrent_task task{problem.checked(where), machine::of(compiled)};
    require_steps(problem, where);
    const object_place to = object_place::of(problem.text(), object, name, where);
    const recurrent_choice choice = all_recurrent_solvers().chosen(task, how, where);
    const recurrent_program made = choice.solver->generate(task, choice.values, name);
    write_packed_layer(made, *made.pack_weights, to, compiled);
    add_to_header(to, layer_comment(problem.text(), choice, header_text(problem, name)) +
                          packed_declarations(to, made.weights_count(), made_for(task, choice)));
}

} // namespace tiramisu::nn
