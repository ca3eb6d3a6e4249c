#include "peers/onednn_transposed_convolution.h"

#ifdef TIRAMISU_BENCH_ONEDNN_HEADERS

#include "peers/onednn.h"

namespace tiramisu::bench {

namespace {

/// Memory in the library's layout, filled from a plain tensor.
owned<dnnl_memory_t> brought(const onednn &library, dnnl_memory_desc_t plain, const float *data,
                             const_dnnl_memory_desc_t to) {
    const owned<dnnl_memory_t> from = library.memory(plain, const_cast<float *>(data));
    const owned<dnnl_memory_t> made = library.memory(to);
    library.run(library.reorder(plain, to),
                {{DNNL_ARG_FROM, from.get()}, {DNNL_ARG_TO, made.get()}});
    return made;
}

} // namespace

prepared_chain onednn_transposed_convolution(const transposed_convolution_sizes &s,
                                             const float *src, const float *weights, float *dst) {
    const onednn *const library = onednn::instance();
    if (library == nullptr) {
        return {};
    }
    using extents = std::vector<dnnl_dim_t>;
    const int result = s.stride * s.size;
    const extents from = {1, s.channels, s.size, s.size}, to = {1, s.filters, result, result};
    // The library names filters first.
    const extents by = {s.filters, s.channels, s.kernel, s.kernel};
    const auto any = [&](const extents &sizes) {
        return library->describe(sizes, dnnl_format_tag_any);
    };
    const dnnl_dims_t strides = {s.stride, s.stride}, dilates = {0, 0};
    const dnnl_dims_t padding = {s.padding, s.padding};
    dnnl_primitive_desc_t chosen = nullptr;
    check_onednn(library->of<decltype(dnnl_deconvolution_forward_primitive_desc_create)>(
        "dnnl_deconvolution_forward_primitive_desc_create")(
        &chosen, library->engine(), dnnl_forward_inference, dnnl_deconvolution_direct, any(from),
        any(by), nullptr, any(to), strides, dilates, padding, padding, nullptr));
    const auto source = brought(*library, library->describe(from, dnnl_abcd), src,
                                library->layout_of(chosen, dnnl_query_src_md));
    const auto filters = brought(*library, library->describe(by, dnnl_bacd), weights,
                                 library->layout_of(chosen, dnnl_query_weights_md));
    const const_dnnl_memory_desc_t own = library->layout_of(chosen, dnnl_query_dst_md);
    const auto results = library->memory(own);
    const dnnl_memory_desc_t plain = library->describe(to, dnnl_abcd);
    const auto unpacked = library->memory(plain, dst);
    const auto primitive = library->primitive(chosen), unpacking = library->reorder(own, plain);
    return {[=] {
                library->run(primitive, {{DNNL_ARG_SRC, source.get()},
                                         {DNNL_ARG_WEIGHTS, filters.get()},
                                         {DNNL_ARG_DST, results.get()}});
            },
            [=] {
                library->run(unpacking,
                             {{DNNL_ARG_FROM, results.get()}, {DNNL_ARG_TO, unpacked.get()}});
            }};
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
