#include "peers/onednn_layers.h"

#ifdef TIRAMISU_BENCH_ONEDNN_HEADERS

#include "peers/onednn.h"

namespace tiramisu::bench {

namespace {

dnnl_format_tag_t tag_of(nn::layout format) {
    switch (format) {
    case nn::layout::nchw: return dnnl_nchw;
    case nn::layout::nhwc: return dnnl_nhwc;
    case nn::layout::nchw16c: return dnnl_nChw16c;
    case nn::layout::lifted: break; // ours alone
    }
    return dnnl_format_tag_undef;
}

dnnl_memory_desc_t describe(const onednn &library, const nn::tensor &one) {
    return library.describe({one.extents.begin(), one.extents.end()}, tag_of(one.format));
}

dnnl_memory_desc_t describe_vector(const onednn &library, int count) {
    return library.describe({count}, dnnl_a);
}

/// A primitive with its memory.
class prepared_layer {
public:
    prepared_layer(const onednn &library, dnnl_primitive_desc_t chosen)
        : library_(library), primitive_(library.primitive(chosen)) {}

    void add(int argument, dnnl_memory_desc_t layout, const float *data) {
        memory_.push_back(library_.memory(layout, const_cast<float *>(data)));
        arguments_.push_back({argument, memory_.back().get()});
    }
    void operator()() const { library_.run(primitive_, arguments_); }

private:
    onednn library_;
    owned<dnnl_primitive_t> primitive_;
    std::vector<owned<dnnl_memory_t>> memory_;
    std::vector<dnnl_exec_arg_t> arguments_;
};

prepared_layer with_images(const onednn &library, dnnl_primitive_desc_t chosen,
                           dnnl_memory_desc_t source, const float *src, dnnl_memory_desc_t result,
                           float *dst) {
    prepared_layer layer(library, chosen);
    layer.add(DNNL_ARG_SRC, source, src);
    layer.add(DNNL_ARG_DST, result, dst);
    return layer;
}

dnnl_alg_kind_t algorithm_of(nn::post::pool::kind what) {
    using kind = nn::post::pool::kind;
    switch (what) {
    case kind::max: return dnnl_pooling_max;
    case kind::average_with_padding: return dnnl_pooling_avg_include_padding;
    case kind::average_without_padding: return dnnl_pooling_avg_exclude_padding;
    }
    return dnnl_alg_kind_undef;
}

} // namespace

std::function<void()> onednn_layer(const nn::pooling_problem &problem,
                                   const std::vector<const float *> &sources, float *dst) {
    const onednn *const library = onednn::instance();
    if (library == nullptr) {
        return {};
    }
    const nn::post::pool &pool = problem.pool;
    const auto extents = problem.dst().extents;
    const dnnl_dims_t strides = {pool.sh, pool.sw}, kernel = {pool.kh, pool.kw};
    const dnnl_dims_t dilation = {0, 0}, before = {pool.ph, pool.pw};
    const dnnl_dims_t after = {(extents[2] - 1) * pool.sh + pool.kh - problem.ih - pool.ph,
                               (extents[3] - 1) * pool.sw + pool.kw - problem.iw - pool.pw};
    const dnnl_memory_desc_t source = describe(*library, problem.sources().front());
    const dnnl_memory_desc_t result = describe(*library, problem.dst());
    dnnl_primitive_desc_t chosen = nullptr;
    check_onednn(library->of<decltype(dnnl_pooling_forward_primitive_desc_create)>(
        "dnnl_pooling_forward_primitive_desc_create")(
        &chosen, library->engine(), dnnl_forward_inference, algorithm_of(pool.what), source, result,
        strides, kernel, dilation, before, after, nullptr));
    return with_images(*library, chosen, source, sources.front(), result, dst);
}

std::function<void()> onednn_layer(const nn::batch_norm_problem &problem,
                                   const std::vector<const float *> &sources, float *dst) {
    const onednn *const library = onednn::instance();
    const bool has_relu =
        problem.post_ops.size() == 1 && std::holds_alternative<nn::post::relu>(problem.post_ops[0]);
    if (library == nullptr || (!problem.post_ops.empty() && !has_relu)) {
        return {};
    }
    const unsigned flags = dnnl_use_global_stats | dnnl_use_scale | dnnl_use_shift |
                           (has_relu ? dnnl_fuse_norm_relu : dnnl_normalization_flags_none);
    const dnnl_memory_desc_t images = describe(*library, problem.dst());
    dnnl_primitive_desc_t chosen = nullptr;
    check_onednn(library->of<decltype(dnnl_batch_normalization_forward_primitive_desc_create)>(
        "dnnl_batch_normalization_forward_primitive_desc_create")(
        &chosen, library->engine(), dnnl_forward_inference, images, images, problem.epsilon, flags,
        nullptr));
    prepared_layer layer = with_images(*library, chosen, images, sources.front(), images, dst);
    const int arguments[] = {DNNL_ARG_MEAN, DNNL_ARG_VARIANCE, DNNL_ARG_SCALE, DNNL_ARG_SHIFT};
    for (std::size_t i = 0; i < 4; i++) {
        layer.add(arguments[i], describe_vector(*library, problem.ic), sources[i + 1]);
    }
    return layer;
}

std::function<void()> onednn_layer(const nn::softmax_problem &problem,
                                   const std::vector<const float *> &sources, float *dst) {
    const onednn *const library = onednn::instance();
    if (library == nullptr) {
        return {};
    }
    const dnnl_memory_desc_t images = describe(*library, problem.dst());
    dnnl_primitive_desc_t chosen = nullptr;
    check_onednn(library->of<decltype(dnnl_softmax_forward_primitive_desc_create)>(
        "dnnl_softmax_forward_primitive_desc_create")(
        &chosen, library->engine(), dnnl_forward_inference,
        problem.log ? dnnl_softmax_log : dnnl_softmax_accurate, images, images, problem.axis,
        nullptr));
    return with_images(*library, chosen, images, sources.front(), images, dst);
}

} // namespace tiramisu::bench

#else

namespace tiramisu::bench {

std::function<void()> onednn_layer(const nn::pooling_problem &, const std::vector<const float *> &,
                                   float *) {
    return {};
}

std::function<void()> onednn_layer(const nn::batch_norm_problem &,
                                   const std::vector<const float *> &, float *) {
    return {};
}

std::function<void()> onednn_layer(const nn::softmax_problem &, const std::vector<const float *> &,
                                   float *) {
    return {};
}

} // namespace tiramisu::bench

#endif
