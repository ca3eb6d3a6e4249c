#include "peers/onednn_convolution.h"

#ifdef TIRAMISU_BENCH_ONEDNN_HEADERS

#include "peers/shared_library.h"

#include <oneapi/dnnl/dnnl.h>

#include <stdexcept>
#include <vector>

namespace tiramisu::bench {

namespace {

void check(dnnl_status_t status) {
    if (status != dnnl_success) {
        throw std::runtime_error("oneDNN failed with status " + std::to_string(status));
    }
}

/// The functions of the library that are used here, and what all calls share. What is made lives
/// until the program ends.
class onednn {
public:
    explicit onednn(const shared_library &library) : library_(library) {
        check(of<decltype(dnnl_engine_create)>("dnnl_engine_create")(&engine_, dnnl_cpu, 0));
        check(of<decltype(dnnl_stream_create)>("dnnl_stream_create")(&stream_, engine_,
                                                                     dnnl_stream_default_flags));
    }

    dnnl_memory_desc_t describe(const std::vector<dnnl_dim_t> &extents,
                                dnnl_format_tag_t layout) const {
        dnnl_memory_desc_t made = nullptr;
        check(of<decltype(dnnl_memory_desc_create_with_tag)>("dnnl_memory_desc_create_with_tag")(
            &made, static_cast<int>(extents.size()), extents.data(), dnnl_f32, layout));
        return made;
    }
    /// Memory of the library's own if there is none to use.
    dnnl_memory_t memory(const_dnnl_memory_desc_t layout, void *data = DNNL_MEMORY_ALLOCATE) const {
        dnnl_memory_t made = nullptr;
        check(of<decltype(dnnl_memory_create)>("dnnl_memory_create")(&made, layout, engine_, data));
        return made;
    }
    const_dnnl_memory_desc_t layout_of(dnnl_primitive_desc_t chosen, dnnl_query_t what) const {
        return of<decltype(dnnl_primitive_desc_query_md)>("dnnl_primitive_desc_query_md")(chosen,
                                                                                          what, 0);
    }
    dnnl_primitive_desc_t choose_convolution(dnnl_memory_desc_t source, dnnl_memory_desc_t weights,
                                             dnnl_memory_desc_t result, int padding) const {
        const dnnl_dims_t strides = {1, 1}, dilates = {0, 0}, pads = {padding, padding};
        dnnl_primitive_desc_t made = nullptr;
        check(of<decltype(dnnl_convolution_forward_primitive_desc_create)>(
            "dnnl_convolution_forward_primitive_desc_create")(
            &made, engine_, dnnl_forward_inference, dnnl_convolution_direct, source, weights,
            nullptr, result, strides, dilates, pads, pads, nullptr));
        return made;
    }
    dnnl_primitive_t primitive(dnnl_primitive_desc_t chosen) const {
        dnnl_primitive_t made = nullptr;
        check(of<decltype(dnnl_primitive_create)>("dnnl_primitive_create")(&made, chosen));
        return made;
    }
    void run(dnnl_primitive_t what, const std::vector<dnnl_exec_arg_t> &arguments) const {
        check(of<decltype(dnnl_primitive_execute)>("dnnl_primitive_execute")(
            what, stream_, static_cast<int>(arguments.size()), arguments.data()));
        check(of<decltype(dnnl_stream_wait)>("dnnl_stream_wait")(stream_));
    }
    void copy(dnnl_memory_t from, const_dnnl_memory_desc_t from_layout, dnnl_memory_t to,
              const_dnnl_memory_desc_t to_layout) const {
        dnnl_primitive_desc_t chosen = nullptr;
        check(
            of<decltype(dnnl_reorder_primitive_desc_create)>("dnnl_reorder_primitive_desc_create")(
                &chosen, from_layout, engine_, to_layout, engine_, nullptr));
        run(primitive(chosen), {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}});
    }

private:
    template <typename Function>
    Function *of(const char *name) const {
        return library_.function<Function>(name);
    }

    shared_library library_;
    dnnl_engine_t engine_ = nullptr;
    dnnl_stream_t stream_ = nullptr;
};

/// A tensor in plain memory and in the library's layout.
struct tensor {
    tensor(const onednn &library, const std::vector<dnnl_dim_t> &extents, const float *data)
        : plain_layout(library.describe(extents, dnnl_abcd)),
          any_layout(library.describe(extents, dnnl_format_tag_any)),
          plain(library.memory(plain_layout, const_cast<float *>(data))) {}

    dnnl_memory_desc_t plain_layout, any_layout;
    dnnl_memory_t plain;
    const_dnnl_memory_desc_t layout = nullptr;
    dnnl_memory_t memory = nullptr;
};

} // namespace

prepared_convolution onednn_convolution(convolution_sizes s, const float *source,
                                        const float *weights, float *result) {
    const shared_library file("libdnnl.so.3");
    if (!file.is_there()) {
        return {};
    }
    const onednn library(file);
    tensor from(library, {1, s.channels, s.height, s.width}, source);
    tensor by(library, {s.filters, s.channels, s.kernel, s.kernel}, weights);
    tensor to(library, {1, s.filters, s.height, s.width}, result);
    const dnnl_primitive_desc_t chosen =
        library.choose_convolution(from.any_layout, by.any_layout, to.any_layout, s.padding());
    const std::pair<tensor *, dnnl_query_t> parts[] = {
        {&from, dnnl_query_src_md}, {&by, dnnl_query_weights_md}, {&to, dnnl_query_dst_md}};
    for (const auto &[part, what] : parts) {
        part->layout = library.layout_of(chosen, what);
        part->memory = library.memory(part->layout);
    }
    library.copy(from.plain, from.plain_layout, from.memory, from.layout);
    library.copy(by.plain, by.plain_layout, by.memory, by.layout);
    const dnnl_primitive_t convolution = library.primitive(chosen);
    const std::vector<dnnl_exec_arg_t> arguments = {
        {DNNL_ARG_SRC, from.memory}, {DNNL_ARG_WEIGHTS, by.memory}, {DNNL_ARG_DST, to.memory}};
    return {[=] { library.run(convolution, arguments); },
            [=] { library.copy(to.memory, to.layout, to.plain, to.plain_layout); }};
}

} // namespace tiramisu::bench

#else

namespace tiramisu::bench {

prepared_convolution onednn_convolution(convolution_sizes, const float *, const float *, float *) {
    return {};
}

} // namespace tiramisu::bench

#endif
