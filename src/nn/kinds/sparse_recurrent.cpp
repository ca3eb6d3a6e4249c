#include "tiramisu/nn/sparse_recurrent.h"
#include "nn/kinds/kinds.h"
#include "nn/kinds/sequences.h"
#include "nn/kinds/sparse_text.h"
#include "nn/kinds/typed_kind.h"
#include "nn/sparse/recurrent/task.h"

namespace tiramisu::nn {

namespace {

/// Of weights as recurrent_problem describes them, which lie in the order of the matrices.
sparse_recurrent_weights without_zeros(const recurrent_problem &problem, const float *weights,
                                       source_place where) {
    sparse_recurrent_weights made;
    const float *next = weights;
    for (int i = 0; i < matrices_count(problem); i++) {
        const int rows = rows_of_matrix(problem, i), columns = columns_of_matrix(problem, i);
        made.matrices.push_back(
            sparse::csr_matrix::from_dense(rows, columns, next, sparse::nan_policy::refuse, where));
        next += static_cast<std::ptrdiff_t>(rows) * columns;
    }
    made.bias = problem.bias ? next : nullptr;
    return made;
}

struct sparse_recurrent_kind {
    using layer = sparse_recurrent;
    using request = layer_request<recurrent_problem, sparse_recurrent_options>;

    recurrent_cell cell;

    std::string name() const { return sparse_prefix + to_string(cell); }
    std::string example() const { return sparse_prefix + sequence_example(cell) + " density=0.15"; }
    std::vector<std::string> option_keys() const { return {"density"}; }

    request read(const option_words &words) const {
        request made{recurrent_problem::parse(dense_text(words.problem()), words.where()), {}};
        made.opts.density = words.number("density", made.opts.density);
        return made;
    }
    std::string text(const request &of) const {
        return sparse_recurrent_task{of.problem, {}, of.opts.density}.perf_key();
    }
    sparse_recurrent_search_options search(const request &of, const search_options &opts) const {
        return {opts, of.opts.density};
    }

    std::vector<layer_argument> arguments(const request &of) const {
        return sequence_arguments(of.problem);
    }
    std::shared_ptr<const void> pack(const sparse_recurrent &made, const_elements weights,
                                     source_place where) const {
        return std::make_shared<const sparse_recurrent::packed_weights>(
            made.pack(without_zeros(made.problem(), floats_of(weights), where), where));
    }
    invocation prepare(const sparse_recurrent &made, const named_memory &memory, const void *packed,
                       const execution &opts, source_place where) const {
        return made.prepare(sequence_data(memory),
                            *static_cast<const sparse_recurrent::packed_weights *>(packed), opts,
                            where);
    }
};

} // namespace

void add_sparse_recurrent_kinds(kind_list &all) {
    for (const recurrent_cell cell : all_cells) {
        all.push_back(
            std::make_unique<typed_kind<sparse_recurrent_kind>>(sparse_recurrent_kind{cell}));
    }
}

} // namespace tiramisu::nn
