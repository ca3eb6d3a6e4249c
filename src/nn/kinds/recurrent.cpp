#include "nn/kinds/kinds.h"
#include "nn/kinds/sequences.h"
#include "nn/kinds/typed_kind.h"

namespace tiramisu::nn {

namespace {

struct recurrent_kind {
    using layer = recurrent;
    using request = layer_request<recurrent_problem, layer_options>;

    recurrent_cell cell;

    std::string name() const { return to_string(cell); }
    std::string example() const { return sequence_example(cell); }
    std::vector<std::string> option_keys() const { return {}; }

    request read(const option_words &words) const {
        return {recurrent_problem::parse(words.problem(), words.where()), {}};
    }
    std::string text(const request &of) const { return of.problem.text(); }
    search_options search(const request &, const search_options &opts) const { return opts; }

    std::vector<layer_argument> arguments(const request &of) const {
        return sequence_arguments(of.problem);
    }
    std::shared_ptr<const void> pack(const recurrent &made, const_elements weights,
                                     source_place where) const {
        return std::make_shared<const layer_weights>(made.pack(weights, where));
    }
    invocation prepare(const recurrent &made, const named_memory &memory, const void *packed,
                       const execution &opts, source_place where) const {
        return made.prepare(sequence_data(memory), *static_cast<const layer_weights *>(packed),
                            opts, where);
    }
};

} // namespace

void add_recurrent_kinds(kind_list &all) {
    for (const recurrent_cell cell : all_cells) {
        all.push_back(std::make_unique<typed_kind<recurrent_kind>>(recurrent_kind{cell}));
    }
}

} // namespace tiramisu::nn
