#include "peers/onednn_transposed_convolution.h"

#ifdef TIRAMISU_BENCH_ONEDNN_HEADERS

#include "peers/onednn_calls.h"

namespace tiramisu::bench {

prepared_chain onednn_transposed_convolution(const transposed_convolution_sizes &s,
                                             const float *src, const float *weights, float *dst) {
    const onednn *const library = onednn::instance();
    if (library == nullptr) {
        return {};
    }
    const int result = s.stride * s.size;
    const onednn_extents from = {1, s.channels, s.size, s.size};
    const onednn_extents to = {1, s.filters, result, result};
    // The library names filters first.
    const onednn_extents by = {s.filters, s.channels, s.kernel, s.kernel};
    const auto any = [&](const onednn_extents &sizes) {
        return library->describe(sizes, dnnl_format_tag_any);
    };
    const dnnl_dims_t strides = {s.stride, s.stride}, dilates = {0, 0};
    const dnnl_dims_t padding = {s.padding, s.padding};
    dnnl_primitive_desc_t chosen = nullptr;
    check_onednn(library->of<decltype(dnnl_deconvolution_forward_primitive_desc_create)>(
        "dnnl_deconvolution_forward_primitive_desc_create")(
        &chosen, library->engine(), dnnl_forward_inference, dnnl_deconvolution_direct, any(from),
        any(by), nullptr, any(to), strides, dilates, padding, padding, nullptr));
    const auto before = std::make_shared<onednn_calls>(*library);
    const auto timed = std::make_shared<onednn_calls>(*library);
    const auto after = std::make_shared<onednn_calls>(*library);
    const lying source =
        before->brought_to(before->plain(from, src), library->layout_of(chosen, dnnl_query_src_md));
    const dnnl_memory_desc_t order = library->describe(by, dnnl_bacd);
    const lying filters =
        before->brought_to({order, library->memory(order, const_cast<float *>(weights))},
                           library->layout_of(chosen, dnnl_query_weights_md));
    const lying results = timed->make(library->layout_of(chosen, dnnl_query_dst_md));
    timed->add(library->primitive(chosen),
               {{DNNL_ARG_SRC, source.memory.get()},
                {DNNL_ARG_WEIGHTS, filters.memory.get()},
                {DNNL_ARG_DST, results.memory.get()}},
               {source.memory, filters.memory, results.memory});
    after->copy(results, after->plain(to, dst));
    before->run();
    return {[timed] { timed->run(); }, [after] { after->run(); }};
}

} // namespace tiramisu::bench

#else

namespace tiramisu::bench {

prepared_chain onednn_transposed_convolution(const transposed_convolution_sizes &, const float *,
                                             const float *, float *) {
    return {};
}

} // namespace tiramisu::bench

#endif
