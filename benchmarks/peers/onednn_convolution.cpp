#include "peers/onednn_convolution.h"

#ifdef TIRAMISU_BENCH_ONEDNN_HEADERS

#include "peers/shared_library.h"

#include <oneapi/dnnl/dnnl.h>

#include <memory>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace tiramisu::bench {

namespace {

void check(dnnl_status_t status) {
    if (status != dnnl_success) {
        throw std::runtime_error("oneDNN failed with status " + std::to_string(status));
    }
}

template <typename Handle>
using owned = std::shared_ptr<std::remove_pointer_t<Handle>>;

/// The functions of the library that are used here, and what all calls share. Descriptions and the
/// engine live until the program ends; memory and primitives as long as they are used.
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
    bool are_equal(const_dnnl_memory_desc_t left, const_dnnl_memory_desc_t right) const {
        return of<decltype(dnnl_memory_desc_equal)>("dnnl_memory_desc_equal")(left, right) != 0;
    }
    /// Memory of the library's own if there is none to use.
    owned<dnnl_memory_t> memory(const_dnnl_memory_desc_t layout,
                                void *data = DNNL_MEMORY_ALLOCATE) const {
        dnnl_memory_t made = nullptr;
        check(of<decltype(dnnl_memory_create)>("dnnl_memory_create")(&made, layout, engine_, data));
        return {made, of<decltype(dnnl_memory_destroy)>("dnnl_memory_destroy")};
    }
    const_dnnl_memory_desc_t layout_of(dnnl_primitive_desc_t chosen, dnnl_query_t what) const {
        return of<decltype(dnnl_primitive_desc_query_md)>("dnnl_primitive_desc_query_md")(chosen,
                                                                                          what, 0);
    }
    /// Null where the library has no such convolution.
    dnnl_primitive_desc_t choose_convolution(const nn::conv2d_problem &p, dnnl_memory_desc_t source,
                                             dnnl_memory_desc_t weights,
                                             dnnl_memory_desc_t result) const {
        const dnnl_dims_t strides = {p.sh, p.sw}, dilates = {0, 0}, before = {p.ph, p.pw};
        const dnnl_dims_t after = {(p.oh - 1) * p.sh + p.kh - p.ih - p.ph,
                                   (p.ow - 1) * p.sw + p.kw - p.iw - p.pw};
        dnnl_primitive_desc_t made = nullptr;
        const dnnl_status_t status = of<decltype(dnnl_convolution_forward_primitive_desc_create)>(
            "dnnl_convolution_forward_primitive_desc_create")(
            &made, engine_, dnnl_forward_inference, dnnl_convolution_direct, source, weights,
            nullptr, result, strides, dilates, before, after, nullptr);
        return status == dnnl_success ? made : nullptr;
    }
    owned<dnnl_primitive_t> primitive(dnnl_primitive_desc_t chosen) const {
        dnnl_primitive_t made = nullptr;
        check(of<decltype(dnnl_primitive_create)>("dnnl_primitive_create")(&made, chosen));
        return {made, of<decltype(dnnl_primitive_destroy)>("dnnl_primitive_destroy")};
    }
    void run(const owned<dnnl_primitive_t> &what,
             const std::vector<dnnl_exec_arg_t> &arguments) const {
        check(of<decltype(dnnl_primitive_execute)>("dnnl_primitive_execute")(
            what.get(), stream_, static_cast<int>(arguments.size()), arguments.data()));
        check(of<decltype(dnnl_stream_wait)>("dnnl_stream_wait")(stream_));
    }
    owned<dnnl_primitive_t> reorder(const_dnnl_memory_desc_t from,
                                    const_dnnl_memory_desc_t to) const {
        dnnl_primitive_desc_t chosen = nullptr;
        check(of<decltype(dnnl_reorder_primitive_desc_create)>(
            "dnnl_reorder_primitive_desc_create")(&chosen, from, engine_, to, engine_, nullptr));
        return primitive(chosen);
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
class tensor {
public:
    tensor(const onednn &library, const std::vector<dnnl_dim_t> &extents, const float *data)
        : any_layout(library.describe(extents, dnnl_format_tag_any)), library_(library),
          plain_layout_(library.describe(extents, extents.size() == 5 ? dnnl_abcde : dnnl_abcd)),
          plain_(library.memory(plain_layout_, const_cast<float *>(data))) {}

    void take_layout(const_dnnl_memory_desc_t chosen) {
        memory = library_.memory(chosen);
        is_plain_ = library_.are_equal(chosen, plain_layout_);
        to_own_ = library_.reorder(plain_layout_, chosen);
        to_plain_ = library_.reorder(chosen, plain_layout_);
    }
    /// Where the layouts are the same, pictures that begin and end plain need no copies.
    void use_plain_memory_if_equal() {
        if (is_plain_) {
            memory = plain_;
        }
    }
    void pack() const { copy(to_own_, plain_, memory); }
    void unpack() const { copy(to_plain_, memory, plain_); }

    dnnl_memory_desc_t any_layout;
    owned<dnnl_memory_t> memory;

private:
    void copy(const owned<dnnl_primitive_t> &how, const owned<dnnl_memory_t> &from,
              const owned<dnnl_memory_t> &to) const {
        if (from != to) {
            library_.run(how, {{DNNL_ARG_FROM, from.get()}, {DNNL_ARG_TO, to.get()}});
        }
    }

    onednn library_;
    dnnl_memory_desc_t plain_layout_;
    owned<dnnl_memory_t> plain_;
    bool is_plain_ = false;
    owned<dnnl_primitive_t> to_own_, to_plain_;
};

std::vector<dnnl_dim_t> weights_extents(const nn::conv2d_problem &p) {
    if (p.g == 1) {
        return {p.oc, p.ic, p.kh, p.kw};
    }
    return {p.g, p.oc / p.g, p.ic / p.g, p.kh, p.kw};
}

} // namespace

prepared_convolution onednn_convolution(const nn::conv2d_problem &problem, onednn_formats formats,
                                        const float *src, const float *weights, float *dst) {
    const shared_library file("libdnnl.so.3");
    if (!file.is_there() || problem.bias || !problem.post_ops.empty() || problem.dh != 0 ||
        problem.dw != 0) {
        return {};
    }
    static const onednn library(file);
    tensor from(library, {problem.mb, problem.ic, problem.ih, problem.iw}, src);
    tensor by(library, weights_extents(problem), weights);
    tensor to(library, {problem.mb, problem.oc, problem.oh, problem.ow}, dst);
    const dnnl_primitive_desc_t chosen =
        library.choose_convolution(problem, from.any_layout, by.any_layout, to.any_layout);
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
