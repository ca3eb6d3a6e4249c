#include "peers/onednn_convolution.h"

#ifdef TIRAMISU_BENCH_ONEDNN_HEADERS

#include "peers/onednn.h"

namespace tiramisu::bench {

namespace {

/// Null where the library has no such convolution.
dnnl_primitive_desc_t choose_convolution(const onednn &library, const nn::conv2d_problem &p,
                                         dnnl_memory_desc_t source, dnnl_memory_desc_t weights,
                                         dnnl_memory_desc_t result) {
    const dnnl_dims_t strides = {p.sh, p.sw}, dilates = {0, 0}, before = {p.ph, p.pw};
    const dnnl_dims_t after = {(p.oh - 1) * p.sh + p.kh - p.ih - p.ph,
                               (p.ow - 1) * p.sw + p.kw - p.iw - p.pw};
    dnnl_primitive_desc_t made = nullptr;
    const dnnl_status_t status =
        library.of<decltype(dnnl_convolution_forward_primitive_desc_create)>(
            "dnnl_convolution_forward_primitive_desc_create")(
            &made, library.engine(), dnnl_forward_inference, dnnl_convolution_direct, source,
            weights, nullptr, result, strides, dilates, before, after, nullptr);
    return status == dnnl_success ? made : nullptr;
}

std::vector<dnnl_dim_t> weights_extents(const nn::conv2d_problem &p) {
    if (p.g == 1) {
        return {p.oc, p.ic, p.kh, p.kw};
    }
    return {p.g, p.oc / p.g, p.ic / p.g, p.kh, p.kw};
}

} // namespace

prepared_convolution onednn_convolution(const nn::conv2d_problem &problem, onednn_formats formats,
                                        const float *src, const float *weights, float *dst) {
    const onednn *const here = onednn::instance();
    if (here == nullptr || problem.bias || !problem.post_ops.empty() || problem.dh != 0 ||
        problem.dw != 0) {
        return {};
    }
    const onednn &library = *here;
    onednn_tensor from(library, {problem.mb, problem.ic, problem.ih, problem.iw}, src);
    onednn_tensor by(library, weights_extents(problem), weights);
    onednn_tensor to(library, {problem.mb, problem.oc, problem.oh, problem.ow}, dst);
    const dnnl_primitive_desc_t chosen =
        choose_convolution(library, problem, from.any_layout, by.any_layout, to.any_layout);
    if (chosen == nullptr) {
        return {};
    }
    from.take_layout(library.layout_of(chosen, dnnl_query_src_md));
    by.take_layout(library.layout_of(chosen, dnnl_query_weights_md));
    to.take_layout(library.layout_of(chosen, dnnl_query_dst_md));
    const bool is_plain = formats == onednn_formats::plain;
    if (is_plain) {
        from.use_plain_memory_if_equal();
        to.use_plain_memory_if_equal();
    }
    from.pack();
    by.pack();
    const owned<dnnl_primitive_t> convolution = library.primitive(chosen);
    const auto convolve = [=] {
        library.run(convolution, {{DNNL_ARG_SRC, from.memory.get()},
                                  {DNNL_ARG_WEIGHTS, by.memory.get()},
                                  {DNNL_ARG_DST, to.memory.get()}});
    };
    if (!is_plain) {
        return {convolve, [=] { to.unpack(); }};
    }
    return {[=] {
                from.pack();
                convolve();
                to.unpack();
            },
            [] {}};
}

} // namespace tiramisu::bench

#else

namespace tiramisu::bench {

prepared_convolution onednn_convolution(const nn::conv2d_problem &, onednn_formats, const float *,
                                        const float *, float *) {
    return {};
}

} // namespace tiramisu::bench

#endif
