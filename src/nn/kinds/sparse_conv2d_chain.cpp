#include "nn/framework/problem/numbers.h"
#include "nn/kinds/chain_kind.h"
#include "nn/kinds/kinds.h"
#include "nn/kinds/sparse_text.h"
#include "nn/sparse/compressed_rows/density.h"
#include "nn/sparse/conv2d_chain/members.h"

namespace tiramisu::nn {

namespace {

struct sparse_members {
    using options = sparse_conv2d_chain_options;
    using search = sparse_chain_find_options;

    static std::vector<std::vector<solver_verdict>>
    verdicts(const conv2d_chain_problem &problem, const options &opts, source_place where) {
        const chain_members chain(problem, opts.layouts, opts.between, where, opts.compiled);
        std::vector<std::vector<solver_verdict>> each;
        for (std::size_t i = 0; i < chain.count(); i++) {
            sparse_conv2d_options member = chain.options_of(i, opts);
            member.compiled = opts.compiled;
            each.push_back(sparse_conv2d::solvers(chain.member(i).problem, member, where));
        }
        return each;
    }
};

struct sparse_conv2d_chain_kind : chain_kind<sparse_conv2d_chain, sparse_members> {
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
        made.opts.densities.assign(parts_of(made.problem).size(),
                                   words.number("density", sparse_conv2d_options().density));
        return made;
    }
    std::string text(const request &of) const {
        return sparse_prefix + of.problem.text() + layouts_text(of.opts.layouts) +
               " between=" + to_string(of.opts.between) + density_key(of.opts.densities.front());
    }
    sparse_chain_find_options search(const request &of, const search_options &opts) const {
        return {{opts, of.opts.layouts}, of.opts};
    }
    std::shared_ptr<const void> pack(const layer &made, const_elements weights) const {
        std::vector<sparse::csr_matrix> each;
        const float *next = floats_of(weights);
        for (const chain_part &part : parts_of(made.problem())) {
            const conv2d_problem &p = part.problem;
            const int columns = p.ic / p.g * p.kh * p.kw;
            each.push_back(sparse::csr_matrix::from_dense(p.oc, columns, next));
            next += static_cast<std::ptrdiff_t>(p.oc) * columns;
        }
        return std::make_shared<const sparse_conv2d_chain::packed_weights>(made.pack(each));
    }
};

} // namespace

void add_sparse_conv2d_chain_kinds(kind_list &all) {
    all.push_back(std::make_unique<typed_kind<sparse_conv2d_chain_kind>>());
}

} // namespace tiramisu::nn
