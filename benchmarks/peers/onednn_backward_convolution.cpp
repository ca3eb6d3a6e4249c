#include "peers/onednn_backward_convolution.h"

#ifdef TIRAMISU_BENCH_ONEDNN_HEADERS

#include "peers/onednn_convolution.h"

namespace tiramisu::bench {

namespace {

/// The forward pass, which the library asks for before it goes backward.
dnnl_primitive_desc_t forward_pass(const onednn &library, const onednn_convolution &as) {
    dnnl_primitive_desc_t made = nullptr;
    check_onednn(library.of<decltype(dnnl_convolution_forward_primitive_desc_create)>(
        "dnnl_convolution_forward_primitive_desc_create")(
        &made, library.engine(), dnnl_forward_training, dnnl_convolution_direct, as.src, as.weights,
        nullptr, as.dst, as.strides, as.dilates, as.before, as.after, nullptr));
    return made;
}

/// One tensor of a pass: which it is, how the library likes it, and where it lies plain.
struct argument {
    int number;
    dnnl_query_t layout;
    onednn_extents extents;
    const float *plain;
    bool is_packed = false; ///< before the pass begins, whatever the formats
};

prepared_chain pass(const onednn &library, dnnl_primitive_desc_t chosen, onednn_formats formats,
                    const std::vector<argument> &sources, const argument &result) {
    const auto before = std::make_shared<onednn_calls>(library);
    const auto timed = std::make_shared<onednn_calls>(library);
    const auto after = std::make_shared<onednn_calls>(library);
    const bool is_plain = formats == onednn_formats::plain;
    std::vector<dnnl_exec_arg_t> arguments;
    std::vector<owned<dnnl_memory_t>> memory;
    const auto give = [&](const argument &one, const lying &tensor) {
        arguments.push_back({one.number, tensor.memory.get()});
        memory.push_back(tensor.memory);
    };
    for (const argument &one : sources) {
        onednn_calls &preparing = is_plain && !one.is_packed ? *timed : *before;
        give(one, preparing.brought_to(preparing.plain(one.extents, one.plain),
                                       library.layout_of(chosen, one.layout)));
    }
    const lying plain = timed->plain(result.extents, result.plain);
    const_dnnl_memory_desc_t own = library.layout_of(chosen, result.layout);
    const lying made = library.are_equal(own, plain.layout) ? plain : timed->make(own);
    give(result, made);
    timed->add(library.primitive(chosen), arguments, memory);
    if (made.memory != plain.memory) {
        (is_plain ? *timed : *after).copy(made, plain);
    }
    before->run();
    return {[timed] { timed->run(); }, [after] { after->run(); }};
}

} // namespace

prepared_chain onednn_backward_data(const nn::conv2d_problem &problem, onednn_formats formats,
                                    const float *diff_dst, const float *weights, float *diff_src) {
    const onednn *const library = onednn::instance();
    if (library == nullptr) {
        return {};
    }
    const onednn_convolution as(*library, problem);
    dnnl_primitive_desc_t chosen = nullptr;
    check_onednn(library->of<decltype(dnnl_convolution_backward_data_primitive_desc_create)>(
        "dnnl_convolution_backward_data_primitive_desc_create")(
        &chosen, library->engine(), dnnl_convolution_direct, as.src, as.weights, as.dst, as.strides,
        as.dilates, as.before, as.after, forward_pass(*library, as), nullptr));
    return pass(*library, chosen, formats,
                {{DNNL_ARG_DIFF_DST, dnnl_query_diff_dst_md, as.dst_extents, diff_dst},
                 {DNNL_ARG_WEIGHTS, dnnl_query_weights_md, as.weights_extents, weights, true}},
                {DNNL_ARG_DIFF_SRC, dnnl_query_diff_src_md, as.src_extents, diff_src});
}

prepared_chain onednn_backward_weights(const nn::conv2d_problem &problem, onednn_formats formats,
                                       const float *src, const float *diff_dst,
                                       float *diff_weights) {
    const onednn *const library = onednn::instance();
    if (library == nullptr) {
        return {};
    }
    const onednn_convolution as(*library, problem);
    dnnl_primitive_desc_t chosen = nullptr;
    check_onednn(library->of<decltype(dnnl_convolution_backward_weights_primitive_desc_create)>(
        "dnnl_convolution_backward_weights_primitive_desc_create")(
        &chosen, library->engine(), dnnl_convolution_direct, as.src, as.weights, nullptr, as.dst,
        as.strides, as.dilates, as.before, as.after, forward_pass(*library, as), nullptr));
    return pass(
        *library, chosen, formats,
        {{DNNL_ARG_SRC, dnnl_query_src_md, as.src_extents, src},
         {DNNL_ARG_DIFF_DST, dnnl_query_diff_dst_md, as.dst_extents, diff_dst}},
        {DNNL_ARG_DIFF_WEIGHTS, dnnl_query_diff_weights_md, as.weights_extents, diff_weights});
}

} // namespace tiramisu::bench

#else

namespace tiramisu::bench {

prepared_chain onednn_backward_data(const nn::conv2d_problem &, onednn_formats, const float *,
                                    const float *, float *) {
    return {};
}

prepared_chain onednn_backward_weights(const nn::conv2d_problem &, onednn_formats, const float *,
                                       const float *, float *) {
    return {};
}

} // namespace tiramisu::bench

#endif
