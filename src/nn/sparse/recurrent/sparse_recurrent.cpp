#include "tiramisu/nn/sparse_recurrent.h"

#include <algorithm>
#include <limits>

#include "nn/framework/program/kernel.h"
#include "nn/layers/recurrent/run.h"
#include "nn/sparse/recurrent/layer.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<sparse_recurrent_layer>;

/// The matrices below each other.
struct stacked_rows {
    std::vector<float> values;
    std::vector<std::int32_t> columns, starts = {0};

    void add(const sparse::csr_matrix &matrix) {
        const std::int32_t before = starts.back();
        for (int row = 1; row <= matrix.rows(); row++) {
            starts.push_back(before + matrix.row_starts()[static_cast<std::size_t>(row)]);
        }
        values.insert(values.end(), matrix.values().begin(), matrix.values().end());
        columns.insert(columns.end(), matrix.column_indices().begin(),
                       matrix.column_indices().end());
    }
};

void check_count(const recurrent_problem &p, const std::vector<sparse::csr_matrix> &matrices,
                 int fillings, source_place where) {
    double elements = fillings;
    for (const sparse::csr_matrix &one : matrices) {
        elements += one.nonzeros();
    }
    if (elements > std::numeric_limits<std::int32_t>::max()) {
        throw user_error("problem \"" + p.text() + "\"", "pack",
                         "matrices have " + std::to_string(elements) +
                             " elements, more than 32-bit integers count; cut them into several "
                             "layers",
                         where);
    }
}

} // namespace

sparse_recurrent_task description::task_of(const recurrent_problem &problem,
                                           const sparse_recurrent_options &opts,
                                           source_place where) {
    return sparse_recurrent_task{problem, machine::of(opts.compiled), opts.density}.checked(where);
}

sparse_recurrent_task description::to_cut(sparse_recurrent_task of) {
    of.problem.t = std::max(1, of.problem.t);
    of.problem.mb = std::max(1, of.problem.mb);
    return of;
}

template class layer<recurrent_problem, sparse_recurrent_options, sparse_recurrent_search_options>;

std::vector<jit_argument> sparse_recurrent::packed_weights::arguments(bool with_bias) const {
    std::vector<jit_argument> all = {elements_of(values_), elements_of(offsets_),
                                     elements_of(starts_), elements_of(places_)};
    if (with_bias) {
        all.push_back(elements_of(bias_));
    }
    return all;
}

jit_argument sparse_recurrent::packed_weights::count() const {
    return static_cast<std::int32_t>(values_.size());
}

sparse_recurrent::packed_weights sparse_recurrent::pack(const sparse_recurrent_weights &weights,
                                                        source_place where) const {
    const sparse_recurrent_code &made = code().code;
    code().task.require_sizes(weights.matrices, "pack", where);
    check_count(problem(), weights.matrices, made.fillings, where);
    const call_checks checks = code().checks.of("pack", where);
    checks.require(weights.bias, element_type::f32, problem().bias, "bias");
    packed_weights packed;
    packed.made_for_ = made.made_for;
    if (problem().bias) {
        const std::size_t begin = problem().bias_at(0), end = problem().weights_count();
        const float *const bias = static_cast<const float *>(weights.bias.data());
        packed.bias_.assign(bias, bias + (end - begin));
    }
    if (!made.pack) {
        return packed;
    }
    stacked_rows given;
    for (const sparse::csr_matrix &one : weights.matrices) {
        given.add(one);
    }
    const std::size_t elements = given.values.size() + static_cast<std::size_t>(made.fillings);
    packed.starts_.resize(static_cast<std::size_t>(made.rows) + 1);
    packed.places_.resize(static_cast<std::size_t>(made.rows));
    packed.offsets_.resize(elements);
    packed.values_.resize(elements);
    call(made.pack,
         {elements_of(given.starts), elements_of(given.columns), elements_of(given.values),
          elements_of(packed.starts_), elements_of(packed.places_), elements_of(packed.offsets_),
          elements_of(packed.values_), jit_argument(static_cast<std::int32_t>(given.values.size())),
          jit_argument(static_cast<std::int32_t>(elements))});
    return packed;
}

void sparse_recurrent::run(const recurrent_data &data, const packed_weights &weights,
                           source_place where) const {
    const call_checks checks = code().checks.of("run", where);
    recurrent_run run(problem(), data, checks);
    if (!run.has_steps()) {
        run.pass_states_on();
        return;
    }
    checks.require_packed(weights.made_for(), code().code.made_for, "weights", "layer");
    call(code().code.run, run.arguments(weights.arguments(problem().bias), {weights.count()}),
         checks);
}

invocation sparse_recurrent::prepare(const recurrent_data &data, const packed_weights &weights,
                                     const execution &opts, source_place where) const {
    const call_checks checks = code().checks.of("prepare", where);
    const auto run = std::make_shared<recurrent_run>(problem(), data, checks);
    if (!run->has_steps()) {
        return passing_states_on(run, checks);
    }
    checks.require_packed(weights.made_for(), code().code.made_for, "weights", "layer");
    const auto of_weights = weights.arguments(problem().bias);
    return prepared(code().code.run, run->arguments(of_weights, {weights.count()}),
                    run->names(of_weights.size()), checks, opts, run);
}

} // namespace tiramisu::nn
