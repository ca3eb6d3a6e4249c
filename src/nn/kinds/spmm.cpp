#include "nn/kinds/kinds.h"
#include "nn/kinds/spmm_arguments.h"
#include "nn/kinds/typed_kind.h"
#include "nn/sparse/spmm/task.h"

namespace tiramisu::nn {

namespace {

struct spmm_kind {
    using layer = spmm;
    using request = layer_request<spmm_problem, spmm_options>;

    std::string name() const { return spmm_problem::kind; }
    std::string example() const {
        return "spmm m=32 n=20 k=40 transb=1 transc=1 bias=1 block=2 post=relu density=0.15";
    }
    std::vector<std::string> option_keys() const { return {"density"}; }

    request read(const option_words &words) const {
        request made{spmm_problem::parse(words.problem(), words.where()), {}};
        made.opts.density = words.number("density", made.opts.density);
        return made;
    }
    std::string text(const request &of) const {
        return spmm_task{of.problem, {}, of.opts.density}.perf_key();
    }
    spmm_search_options search(const request &of, const search_options &opts) const {
        return {opts, of.opts.density};
    }

    std::vector<layer_argument> arguments(const request &of) const {
        return spmm_arguments(of.problem);
    }
    std::shared_ptr<const void> pack(const spmm &made, const_elements weights,
                                     source_place where) const {
        const spmm_problem &p = made.problem();
        return std::make_shared<const sparse_weights>(
            made.pack(sparse::csr_matrix::from_dense(p.m, p.k, floats_of(weights),
                                                     sparse::nan_policy::refuse, where),
                      where));
    }
    invocation prepare(const spmm &made, const named_memory &memory, const void *packed,
                       const execution &opts, source_place where) const {
        return made.prepare(memory.source("b"), *static_cast<const sparse_weights *>(packed),
                            memory.source("bias"), memory.result("c"), opts, where);
    }
};

} // namespace

void add_spmm_kinds(kind_list &all) {
    all.push_back(std::make_unique<typed_kind<spmm_kind>>());
}

} // namespace tiramisu::nn
