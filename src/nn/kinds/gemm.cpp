#include "nn/kinds/gemm_arguments.h"
#include "nn/kinds/kinds.h"
#include "nn/kinds/typed_kind.h"
#include "nn/layers/gemm/task.h"

namespace tiramisu::nn {

namespace {

struct gemm_kind {
    using layer = gemm;
    using request = layer_request<gemm_problem, gemm_options>;

    std::string name() const { return gemm_problem::kind; }
    std::string example() const {
        return "gemm m=20 n=30 k=40 transa=1 transb=1 alpha=0.5 beta=1 bias=1 post=relu "
               "constant_b=1";
    }
    std::vector<std::string> option_keys() const { return {"constant_b"}; }

    request read(const option_words &words) const {
        request made{gemm_problem::parse(words.problem(), words.where()), {}};
        made.opts.constant_b = words.flag("constant_b");
        return made;
    }
    std::string text(const request &of) const {
        return gemm_task{of.problem, of.opts.constant_b, {}}.perf_key();
    }
    gemm_search_options search(const request &of, const search_options &opts) const {
        return {opts, of.opts.constant_b};
    }

    std::vector<layer_argument> arguments(const request &of) const {
        return gemm_arguments(of.problem, of.opts.constant_b);
    }
    std::shared_ptr<const void> pack(const gemm &made, const_elements weights,
                                     source_place where) const {
        return std::make_shared<const layer_weights>(made.pack(weights, where));
    }
    invocation prepare(const gemm &made, const named_memory &memory, const void *packed,
                       const execution &opts, source_place where) const {
        const const_elements a = memory.source("a"), bias = memory.source("bias");
        const elements c = memory.result("c");
        return packed == nullptr ? made.prepare(a, memory.source("b"), c, bias, opts, where)
                                 : made.prepare(a, *static_cast<const layer_weights *>(packed), c,
                                                bias, opts, where);
    }
};

} // namespace

void add_gemm_kinds(kind_list &all) {
    all.push_back(std::make_unique<typed_kind<gemm_kind>>());
}

} // namespace tiramisu::nn
