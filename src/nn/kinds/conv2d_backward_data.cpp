#include "nn/kinds/kinds.h"
#include "nn/kinds/typed_kind.h"
#include "tiramisu/nn/conv2d_backward.h"

namespace tiramisu::nn {

namespace {

struct conv2d_backward_data_kind {
    using layer = conv2d_backward_data;
    using request = layer_request<conv2d_backward_data_problem, layer_options>;

    std::string name() const { return conv2d_backward_data_problem::kind; }
    std::string example() const { return conv2d_backward_data_problem::example; }
    std::vector<std::string> option_keys() const { return {}; }

    request read(const option_words &words) const {
        return {conv2d_backward_data_problem::parse(words.problem(), words.where()), {}};
    }
    std::string text(const request &of) const { return of.problem.text(); }
    search_options search(const request &, const search_options &opts) const { return opts; }

    std::vector<layer_argument> arguments(const request &of) const {
        return {{of.problem.diff_dst(), layer_argument::role::source},
                {of.problem.weights(), layer_argument::role::weights},
                {of.problem.diff_src(), layer_argument::role::result}};
    }
    std::shared_ptr<const void> pack(const layer &made, const_elements weights,
                                     source_place where) const {
        return std::make_shared<const layer_weights>(made.pack(weights, where));
    }
    invocation prepare(const layer &made, const named_memory &memory, const void *packed,
                       const execution &opts, source_place where) const {
        return made.prepare(memory.source("diff_dst"), *static_cast<const layer_weights *>(packed),
                            memory.result("diff_src"), opts, where);
    }
};

} // namespace

void add_conv2d_backward_data_kinds(kind_list &all) {
    all.push_back(std::make_unique<typed_kind<conv2d_backward_data_kind>>());
}

} // namespace tiramisu::nn
