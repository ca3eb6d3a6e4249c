#include "nn/kinds/chain_parts.h"
#include "nn/kinds/convolution_arguments.h"
#include "nn/kinds/kinds.h"
#include "nn/kinds/typed_kind.h"

namespace tiramisu::nn {

namespace {

struct conv2d_chain_kind {
    using layer = conv2d_chain;
    using request = layer_request<conv2d_chain_problem, conv2d_options>;

    std::string name() const { return conv2d_chain_problem::kind; }
    std::string example() const {
        return "conv2d_chain conv2d mb=2 g=1 ic=4 oc=6 ih=10 iw=10 oh=5 ow=5 kh=3 kw=3 sh=2 sw=2 "
               "ph=1 pw=1 dh=0 dw=0 bias=1 post=relu conv2d mb=2 g=1 ic=6 oc=6 ih=5 iw=5 oh=5 "
               "ow=5 kh=3 kw=3 sh=1 sw=1 ph=1 pw=1 dh=0 dw=0 post=residual_add+relu shortcut mb=2 "
               "g=1 ic=4 oc=6 ih=10 iw=10 oh=5 ow=5 kh=1 kw=1 sh=2 sw=2 ph=0 pw=0 dh=0 dw=0 "
               "bias=1 src=nchw dst=nhwc";
    }
    std::vector<std::string> option_keys() const { return {"src", "dst"}; }

    request read(const option_words &words) const {
        request made{conv2d_chain_problem::parse(words.problem(), words.where()), {}};
        made.opts.layouts = read_layouts(words);
        return made;
    }
    std::string text(const request &of) const {
        return of.problem.text() + layouts_text(of.opts.layouts);
    }
    find_options search(const request &of, const search_options &opts) const {
        return {opts, of.opts.layouts};
    }

    std::vector<layer_argument> arguments(const request &of) const {
        return chain_arguments(of.problem, of.opts.layouts);
    }
    std::shared_ptr<const void> pack(const conv2d_chain &made, const_elements weights,
                                     source_place where) const {
        return std::make_shared<const conv2d_chain::packed_weights>(
            made.pack(weights_of_parts(made.problem(), weights), where));
    }
    invocation prepare(const conv2d_chain &made, const named_memory &memory, const void *packed,
                       const execution &opts, source_place where) const {
        return made.prepare(
            memory.source("src"), *static_cast<const conv2d_chain::packed_weights *>(packed),
            biases_of_parts(made.problem(), memory), memory.result("dst"), opts, where);
    }
};

} // namespace

void add_conv2d_chain_kinds(kind_list &all) {
    all.push_back(std::make_unique<typed_kind<conv2d_chain_kind>>());
}

} // namespace tiramisu::nn
