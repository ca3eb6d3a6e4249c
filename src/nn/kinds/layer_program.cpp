#include "nn/kinds/layer_program.h"

#include "nn/framework/tensor_layer/solver.h"
#include "nn/kinds/convolution_arguments.h"
#include "nn/kinds/gemm_arguments.h"
#include "nn/kinds/option_words.h"
#include "nn/layers/conv2d/layer.h"
#include "nn/layers/gemm/layer.h"
#include "support/immortal.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {

namespace {

using role = layer_argument::role;

layer_program convolution(const std::string &text, const std::string &name,
                          const layer_options &opts, source_place where) {
    const option_words words(text, {"src", "dst"}, where);
    conv2d_options asked;
    static_cast<layer_options &>(asked) = opts;
    asked.layouts = read_layouts(words);
    const conv2d_task task = layer_description<conv2d_layer>::object_task_of(
        conv2d_problem::parse(words.problem(), where), asked, where);
    const conv2d_choice choice = all_conv2d_solvers().chosen(task, opts, where);
    conv2d_program made = choice.solver->generate(task, choice.values, name);
    return {std::move(made.run), convolution_arguments(task.problem, task.layouts),
            std::move(made.pack_weights), choice.solver->name(), task.problem.operations()};
}

layer_program product(const std::string &text, const std::string &name, const layer_options &opts,
                      source_place where) {
    const option_words words(text, {"constant_b"}, where);
    gemm_options asked;
    static_cast<layer_options &>(asked) = opts;
    asked.constant_b = words.flag("constant_b");
    const gemm_task task = layer_description<gemm_layer>::object_task_of(
        gemm_problem::parse(words.problem(), where), asked, where);
    const gemm_choice choice = all_gemm_solvers().chosen(task, opts, where);
    gemm_program made = choice.solver->generate(task, choice.values, name);
    return {std::move(made.run), gemm_arguments(task.problem, task.constant_b),
            std::move(made.pack_weights), choice.solver->name(), task.problem.operations()};
}

template <typename Problem>
layer_program of_tensors(const std::string &text, const std::string &name,
                         const layer_options &opts, source_place where) {
    const tensor_task<Problem> task{Problem::parse(text, where).completed(where),
                                    machine::of(opts.compiled)};
    const auto choice = all_tensor_solvers<Problem>().chosen(task, opts, where);
    std::vector<layer_argument> arguments;
    for (const tensor &one : task.problem.sources()) {
        arguments.push_back({one, role::source});
    }
    arguments.push_back({task.problem.dst(), role::result});
    return {choice.solver->generate(task, choice.values, name), std::move(arguments), std::nullopt,
            choice.solver->name()};
}

using writer = layer_program (*)(const std::string &, const std::string &, const layer_options &,
                                 source_place);

const std::map<std::string, writer> &writers() {
    static const std::map<std::string, writer> &all =
        support::immortal<std::map<std::string, writer>>(
            {{"conv2d", convolution},
             {"gemm", product},
             {"pooling", of_tensors<pooling_problem>},
             {"reorder", of_tensors<reorder_problem>},
             {"softmax", of_tensors<softmax_problem>}});
    return all;
}

} // namespace

layer_program write_layer(const std::string &text, const std::string &name,
                          const layer_options &opts, source_place where) {
    const auto found = writers().find(kind_of(text, where).name());
    if (found == writers().end()) {
        throw unsupported_error("layer \"" + text + "\"", "write_layer",
                                "layers of this kind are not parts of networks yet", where);
    }
    return found->second(text, name, opts, where);
}

} // namespace tiramisu::nn
