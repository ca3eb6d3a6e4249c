#include "tiramisu/nn/sparse_recurrent.h"

#include <limits>

#include "nn/choice/made_for.h"
#include "nn/program/argument_checks.h"
#include "nn/program/kernel.h"
#include "nn/recurrent/run.h"
#include "nn/sparse_recurrent/solvers.h"

namespace tiramisu::nn {

namespace {

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

/// There is no code where there are no steps or no sequences.
struct sparse_recurrent::compiled {
    sparse_recurrent_task task;
    sparse_recurrent_choice choice;
    std::string solver, values, made_for;
    argument_checks checks;
    compiled_function run, pack;
    int rows = 0, fillings = 0;
};

std::vector<solver_verdict> sparse_recurrent_solvers(const recurrent_problem &problem,
                                                     source_place where) {
    const sparse_recurrent_task task{problem, machine::of({}), sparse_recurrent_options().density};
    return all_sparse_recurrent_solvers().verdicts(task.checked(where));
}

sparse_recurrent::sparse_recurrent(const recurrent_problem &problem,
                                   const sparse_recurrent_options &how, source_place where)
    : compiled_(std::make_unique<compiled>()) {
    compiled &made = *compiled_;
    made.task =
        sparse_recurrent_task{problem, machine::of(how.compiled), how.density}.checked(where);
    made.choice = all_sparse_recurrent_solvers().chosen(made.task, how, where);
    made.solver = made.choice.solver->name();
    made.values = to_text(made.choice.values);
    made.made_for = nn::made_for(made.task, made.choice);
    made.checks = argument_checks(problem.text());
    if (problem.t == 0 || problem.mb == 0) {
        return;
    }
    const sparse_recurrent_program program = made.choice.solver->generate(
        made.task, made.choice.values, "sparse_" + to_string(problem.cell) + "_" + made.solver);
    made.run = program.run.compile(how.compiled);
    made.pack = program.pack.compile(how.compiled);
    made.rows = program.rows;
    made.fillings = program.fillings;
}

sparse_recurrent::~sparse_recurrent() = default;
sparse_recurrent::sparse_recurrent(sparse_recurrent &&) noexcept = default;
sparse_recurrent &sparse_recurrent::operator=(sparse_recurrent &&) noexcept = default;

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
    compiled_->task.require_sizes(weights.matrices, "pack", where);
    check_count(problem(), weights.matrices, compiled_->fillings, where);
    compiled_->checks.require(weights.bias, problem().bias, "bias");
    packed_weights packed;
    packed.made_for_ = compiled_->made_for;
    if (problem().bias) {
        const std::size_t begin = problem().bias_at(0), end = problem().weights_count();
        packed.bias_.assign(weights.bias, weights.bias + (end - begin));
    }
    if (!compiled_->pack) {
        return packed;
    }
    stacked_rows given;
    for (const sparse::csr_matrix &one : weights.matrices) {
        given.add(one);
    }
    const std::size_t elements =
        given.values.size() + static_cast<std::size_t>(compiled_->fillings);
    packed.starts_.resize(static_cast<std::size_t>(compiled_->rows) + 1);
    packed.places_.resize(static_cast<std::size_t>(compiled_->rows));
    packed.offsets_.resize(elements);
    packed.values_.resize(elements);
    call(compiled_->pack,
         {elements_of(given.starts), elements_of(given.columns), elements_of(given.values),
          elements_of(packed.starts_), elements_of(packed.places_), elements_of(packed.offsets_),
          elements_of(packed.values_), jit_argument(static_cast<std::int32_t>(given.values.size())),
          jit_argument(static_cast<std::int32_t>(elements))});
    return packed;
}

void sparse_recurrent::run(const recurrent_data &data, const packed_weights &weights) const {
    recurrent_run run(problem(), data, compiled_->checks);
    if (!run.has_steps()) {
        run.pass_states_on();
        return;
    }
    compiled_->checks.require_packed(weights.made_for(), compiled_->made_for, "weights", "layer");
    call(compiled_->run, run.arguments(weights.arguments(problem().bias), {weights.count()}));
}

invocation sparse_recurrent::prepare(const recurrent_data &data, const packed_weights &weights,
                                     const execution &how) const {
    const argument_checks checks = compiled_->checks.of("prepare");
    const auto run = std::make_shared<recurrent_run>(problem(), data, checks);
    if (!run->has_steps()) {
        return invocation({{}, {}, checks, [run] { run->pass_states_on(); }});
    }
    checks.require_packed(weights.made_for(), compiled_->made_for, "weights", "layer");
    const auto of_weights = weights.arguments(problem().bias);
    return invocation({compiled_->run.prepare(run->arguments(of_weights, {weights.count()}), how),
                       run->names(of_weights.size()), checks, nullptr, run});
}

const recurrent_problem &sparse_recurrent::problem() const {
    return compiled_->task.problem;
}

const std::string &sparse_recurrent::solver() const {
    return compiled_->solver;
}

const std::string &sparse_recurrent::configuration() const {
    return compiled_->values;
}

std::size_t sparse_recurrent::workspace_bytes() const {
    return compiled_->run ? compiled_->choice.solver->workspace_bytes(compiled_->task,
                                                                      compiled_->choice.values)
                          : 0;
}

} // namespace tiramisu::nn
