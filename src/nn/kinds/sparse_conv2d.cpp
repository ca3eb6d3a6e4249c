#include "nn/kinds/convolution_arguments.h"
#include "nn/kinds/kinds.h"
#include "nn/kinds/sparse_text.h"
#include "nn/kinds/typed_kind.h"
#include "nn/sparse/conv2d/task.h"

namespace tiramisu::nn {

namespace {

struct sparse_conv2d_kind {
    using layer = sparse_conv2d;
    using request = layer_request<conv2d_problem, sparse_conv2d_options>;

    std::string name() const { return "sparse_conv2d"; }
    std::string example() const {
        return "sparse_conv2d mb=1 g=1 ic=16 oc=32 ih=14 iw=14 oh=14 ow=14 kh=3 kw=3 sh=1 sw=1 "
               "ph=1 pw=1 dh=0 dw=0 bias=1 post=relu src=nchw dst=nchw density=0.15";
    }
    std::vector<std::string> option_keys() const { return {"src", "dst", "density"}; }

    request read(const option_words &words) const {
        request made{conv2d_problem::parse(dense_text(words.problem()), words.where()), {}};
        made.opts.layouts = read_layouts(words);
        made.opts.density = words.number("density", made.opts.density);
        return made;
    }
    std::string text(const request &of) const {
        return sparse_conv2d_task{of.problem, of.opts.layouts, {}, of.opts.density}.perf_key();
    }
    sparse_find_options search(const request &of, const search_options &opts) const {
        return {{opts, of.opts.layouts}, of.opts.density};
    }

    std::vector<layer_argument> arguments(const request &of) const {
        return convolution_arguments(of.problem, of.opts.layouts);
    }
    std::shared_ptr<const void> pack(const sparse_conv2d &made, const_elements weights,
                                     source_place where) const {
        const conv2d_problem &p = made.problem();
        return std::make_shared<const sparse_weights>(
            made.pack(sparse::csr_matrix::from_dense(p.oc, p.ic * p.kh * p.kw, floats_of(weights),
                                                     sparse::nan_policy::refuse, where),
                      where));
    }
    invocation prepare(const sparse_conv2d &made, const named_memory &memory, const void *packed,
                       const execution &opts, source_place where) const {
        return made.prepare(memory.source("src"), *static_cast<const sparse_weights *>(packed),
                            memory.source("bias"), memory.result("dst"), memory.source("residual"),
                            opts, where);
    }
};

} // namespace

void add_sparse_conv2d_kinds(kind_list &all) {
    all.push_back(std::make_unique<typed_kind<sparse_conv2d_kind>>());
}

} // namespace tiramisu::nn
