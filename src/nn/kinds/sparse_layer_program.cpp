#include <variant>

#include "nn/kinds/convolution_arguments.h"
#include "nn/kinds/layer_program.h"
#include "nn/kinds/option_words.h"
#include "nn/kinds/sparse_text.h"
#include "nn/kinds/spmm_arguments.h"
#include "nn/sparse/conv2d/solvers.h"
#include "nn/sparse/spmm/solvers.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {

namespace {

/// Whether code for each non-zero is faster than a loop over them: where filters are short, so that
/// it stays in the caches, and rows fill vectors (docs/layers/sparse_conv2d.md).
bool pays_unrolled(const sparse_conv2d_task &task, const sparse::csr_matrix &weights) {
    constexpr int most_nonzeros = 512, most_of_a_filter = 20;
    return weights.nonzeros() <= most_nonzeros &&
           weights.nonzeros() <= most_of_a_filter * task.problem.oc &&
           task.problem.ow >= task.target.lanes;
}

/// The options for a task that knows its pattern, if code for that pays.
layer_options with_pattern(sparse_conv2d_task &task, const sparse::csr_matrix &weights,
                           layer_options opts) {
    constexpr const char *solver = "unrolled";
    if (opts.solver != "auto" || !pays_unrolled(task, weights)) {
        return opts;
    }
    sparse_conv2d_task of_pattern = task;
    of_pattern.know(weights);
    for (const auto &one : all_sparse_conv2d_solvers()) {
        if (one->name() == solver && one->why_not(of_pattern).empty()) {
            task = of_pattern;
            opts.solver = solver;
        }
    }
    return opts;
}

layer_program convolution(const std::string &text, const sparse::csr_matrix &weights,
                          const std::string &name, const layer_options &opts, source_place where) {
    const option_words words(text, {"src", "dst", "density"}, where);
    sparse_conv2d_task task{
        conv2d_problem::parse(dense_text(words.problem()), where).completed(where),
        read_layouts(words), machine::of(opts.compiled), words.number("density", 1)};
    task = task.checked(where);
    const layer_options asked = with_pattern(task, weights, opts);
    const sparse_conv2d_choice choice = all_sparse_conv2d_solvers().chosen(task, asked, where);
    sparse_conv2d_program made = choice.solver->generate(task, choice.values, name);
    std::vector<layer_argument> arguments = convolution_arguments(task.problem, task.layouts);
    const double operations = task.problem.operations() * weights.density();
    if (auto *dense = std::get_if<packed_program>(&made)) {
        return {std::move(dense->run), std::move(arguments), std::move(dense->pack_weights),
                choice.solver->name(), operations};
    }
    auto &sparse = std::get<sparse_program>(made);
    return {std::move(sparse.run), std::move(arguments), std::nullopt,
            choice.solver->name(), operations,           std::move(sparse.pack_pattern)};
}

layer_program product(const std::string &text, const sparse::csr_matrix &weights,
                      const std::string &name, const layer_options &opts, source_place where) {
    const option_words words(text, {"density"}, where);
    const spmm_task task = spmm_task{spmm_problem::parse(words.problem(), where),
                                     machine::of(opts.compiled), words.number("density", 1)}
                               .checked(where);
    const auto choice = all_spmm_solvers().chosen(task, opts, where);
    spmm_program made = choice.solver->generate(task, choice.values, name);
    return {std::move(made.run),
            spmm_arguments(task.problem),
            std::nullopt,
            choice.solver->name(),
            task.problem.operations(weights.nonzeros()),
            std::move(made.pack_pattern)};
}

} // namespace

layer_program write_sparse_layer(const std::string &text, const sparse::csr_matrix &weights,
                                 const std::string &name, const layer_options &opts,
                                 source_place where) {
    const std::string kind = kind_of(text, where).name();
    if (kind == "sparse_conv2d") {
        return convolution(text, weights, name, opts, where);
    }
    if (kind == spmm_problem::kind) {
        return product(text, weights, name, opts, where);
    }
    throw unsupported_error("layer \"" + text + "\"", "write_sparse_layer",
                            "layers of this kind have no sparse weights", where);
}

} // namespace tiramisu::nn
