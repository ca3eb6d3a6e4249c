#include "nn/kinds/chain_kind.h"
#include "nn/kinds/kinds.h"
#include "nn/layers/conv2d_chain/dense_chain.h"

namespace tiramisu::nn {

namespace {

struct dense_members {
    using options = conv2d_options;
    using search = find_options;

    static std::vector<std::vector<solver_verdict>>
    verdicts(const conv2d_chain_problem &problem, const options &opts, source_place where) {
        const dense_chain chain(problem, opts.layouts, where);
        std::vector<std::vector<solver_verdict>> each;
        for (std::size_t i = 0; i < chain.count(); i++) {
            options member = opts;
            member.layouts = chain.member(i).layouts;
            each.push_back(conv2d::solvers(chain.member(i).problem, member, where));
        }
        return each;
    }
};

struct conv2d_chain_kind : chain_kind<conv2d_chain, dense_members> {
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
    std::shared_ptr<const void> pack(const layer &made, const_elements weights) const {
        return std::make_shared<const conv2d_chain::packed_weights>(
            made.pack(weights_of_parts(made.problem(), weights)));
    }
};

} // namespace

void add_conv2d_chain_kinds(kind_list &all) {
    all.push_back(std::make_unique<typed_kind<conv2d_chain_kind>>());
}

} // namespace tiramisu::nn
