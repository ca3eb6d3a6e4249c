#include "tiramisu/nn/sparse_conv2d_chain.h"
#include "nn/kinds/chain_parts.h"
#include "nn/kinds/convolution_arguments.h"
#include "nn/kinds/kinds.h"
#include "nn/kinds/sparse_text.h"
#include "nn/kinds/typed_kind.h"
#include "nn/sparse/compressed_rows/density.h"

namespace tiramisu::nn {

namespace {

/// The density that all of them have, once, or that of each of them: "0.1,0.2".
std::string densities_key(const std::vector<double> &densities) {
    const std::string first = density_key(densities.front());
    std::string all = first;
    bool alike = true;
    for (auto next = densities.begin() + 1; next != densities.end(); ++next) {
        const std::string key = density_key(*next);
        alike = alike && key == first;
        all += "," + key.substr(key.find('=') + 1);
    }
    return alike ? first : all;
}

struct sparse_conv2d_chain_kind {
    using layer = sparse_conv2d_chain;
    using request = layer_request<conv2d_chain_problem, sparse_conv2d_chain_options>;

    std::string name() const { return sparse_prefix + std::string(conv2d_chain_problem::kind); }
    std::string example() const {
        return "sparse_conv2d_chain conv2d mb=2 g=1 ic=5 oc=5 ih=4 iw=4 oh=4 ow=4 kh=3 kw=3 sh=1 "
               "sw=1 ph=1 pw=1 dh=0 dw=0 bias=1 post=relu conv2d mb=2 g=1 ic=5 oc=5 ih=4 iw=4 "
               "oh=4 ow=4 kh=3 kw=3 sh=1 sw=1 ph=1 pw=1 dh=0 dw=0 post=residual_add+relu src=nchw "
               "dst=nchw between=lifted density=0.15";
    }
    std::vector<std::string> option_keys() const { return {"src", "dst", "between", "density"}; }

    request read(const option_words &words) const {
        request made{conv2d_chain_problem::parse(dense_text(words.problem()), words.where()), {}};
        made.opts.layouts = read_layouts(words);
        made.opts.between =
            parse_layout(words.value("between", to_string(made.opts.between)), words.where());
        made.opts.densities = words.numbers("density", {sparse_conv2d_options().density});
        if (made.opts.densities.size() == 1) {
            made.opts.densities.assign(parts_of(made.problem).size(), made.opts.densities.front());
        }
        return made;
    }
    std::string text(const request &of) const {
        return sparse_prefix + of.problem.text() + layouts_text(of.opts.layouts) +
               " between=" + to_string(of.opts.between) + densities_key(of.opts.densities);
    }
    sparse_chain_find_options search(const request &of, const search_options &opts) const {
        return {{opts, of.opts.layouts}, of.opts};
    }

    std::vector<layer_argument> arguments(const request &of) const {
        return chain_arguments(of.problem, of.opts.layouts);
    }
    std::shared_ptr<const void> pack(const sparse_conv2d_chain &made, const_elements weights,
                                     source_place where) const {
        std::vector<sparse::csr_matrix> each;
        const float *next = floats_of(weights);
        for (const chain_part &part : parts_of(made.problem())) {
            const conv2d_problem &p = part.problem;
            const int columns = p.ic / p.g * p.kh * p.kw;
            each.push_back(sparse::csr_matrix::from_dense(p.oc, columns, next,
                                                          sparse::nan_policy::refuse, where));
            next += static_cast<std::ptrdiff_t>(p.oc) * columns;
        }
        return std::make_shared<const sparse_conv2d_chain::packed_weights>(made.pack(each, where));
    }
    invocation prepare(const sparse_conv2d_chain &made, const named_memory &memory,
                       const void *packed, const execution &opts, source_place where) const {
        return made.prepare(
            memory.source("src"), *static_cast<const sparse_conv2d_chain::packed_weights *>(packed),
            biases_of_parts(made.problem(), memory), memory.result("dst"), opts, where);
    }
};

} // namespace

void add_sparse_conv2d_chain_kinds(kind_list &all) {
    all.push_back(std::make_unique<typed_kind<sparse_conv2d_chain_kind>>());
}

} // namespace tiramisu::nn
