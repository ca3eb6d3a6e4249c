#include "peers/onednn_lstm.h"

#ifdef TIRAMISU_BENCH_ONEDNN_HEADERS

#include "peers/onednn.h"

#include <algorithm>

namespace tiramisu::bench {

namespace {

/// One of the two kinds of weights of all layers, in the library's layout.
owned<dnnl_memory_t> packed(const onednn &library, const nn::recurrent_problem &p,
                            std::size_t (nn::recurrent_problem::*at)(int, int) const,
                            const float *weights, const_dnnl_memory_desc_t layout) {
    const std::size_t size = 4 * static_cast<std::size_t>(p.hc) * static_cast<std::size_t>(p.hc);
    std::vector<float> plain;
    for (int layer = 0; layer < p.l; layer++) {
        const float *from = weights + (p.*at)(layer, 0);
        plain.insert(plain.end(), from, from + size);
    }
    const dnnl_memory_desc_t plain_layout = library.describe({p.l, 1, p.hc, 4, p.hc}, dnnl_ldgoi);
    const auto from = library.memory(plain_layout, plain.data());
    const auto to = library.memory(layout);
    library.run(library.reorder(plain_layout, layout),
                {{DNNL_ARG_FROM, from.get()}, {DNNL_ARG_TO, to.get()}});
    return to;
}

dnnl_primitive_desc_t choose(const onednn &library, const nn::recurrent_problem &p,
                             const_dnnl_memory_desc_t sequences, const_dnnl_memory_desc_t biases) {
    const dnnl_memory_desc_t any = library.describe({p.l, 1, p.hc, 4, p.hc}, dnnl_format_tag_any);
    dnnl_primitive_desc_t made = nullptr;
    const dnnl_status_t status = library.of<decltype(dnnl_lstm_forward_primitive_desc_create)>(
        "dnnl_lstm_forward_primitive_desc_create")(&made, library.engine(), dnnl_forward_inference,
                                                   dnnl_unidirectional_left2right, sequences,
                                                   nullptr, nullptr, any, any, nullptr, nullptr,
                                                   biases, sequences, nullptr, nullptr, 0, nullptr);
    return status == dnnl_success ? made : nullptr;
}

} // namespace

std::function<void()> onednn_lstm(const nn::recurrent_problem &p, const float *src,
                                  const float *weights, float *dst) {
    const onednn *library = onednn::instance();
    if (library == nullptr || p.cell != nn::recurrent_cell::lstm || p.ic != p.hc || p.bias ||
        p.direction != nn::recurrent_direction::forward || p.proj != 0) {
        return {};
    }
    const dnnl_memory_desc_t sequences = library->describe({p.t, p.mb, p.hc}, dnnl_tnc);
    // It has no layers without biases.
    const dnnl_memory_desc_t biases = library->describe({p.l, 1, 4, p.hc}, dnnl_ldgo);
    const dnnl_primitive_desc_t chosen = choose(*library, p, sequences, biases);
    if (chosen == nullptr) {
        return {};
    }
    const auto layout = [&](int which) {
        return library->of<decltype(dnnl_primitive_desc_query_md)>("dnnl_primitive_desc_query_md")(
            chosen, dnnl_query_exec_arg_md, which);
    };
    const auto of_layer = packed(*library, p, &nn::recurrent_problem::input_weights_at, weights,
                                 layout(DNNL_ARG_WEIGHTS_LAYER));
    const auto of_iter = packed(*library, p, &nn::recurrent_problem::hidden_weights_at, weights,
                                layout(DNNL_ARG_WEIGHTS_ITER));
    const auto zeros = std::make_shared<std::vector<float>>(4 * p.state_count());
    const auto bias = library->memory(biases, zeros->data());
    const auto from = library->memory(sequences, const_cast<float *>(src));
    const auto to = library->memory(sequences, dst);
    const auto lstm = library->primitive(chosen);
    return [=, keeps = zeros] {
        library->run(lstm, {{DNNL_ARG_SRC_LAYER, from.get()},
                            {DNNL_ARG_WEIGHTS_LAYER, of_layer.get()},
                            {DNNL_ARG_WEIGHTS_ITER, of_iter.get()},
                            {DNNL_ARG_BIAS, bias.get()},
                            {DNNL_ARG_DST_LAYER, to.get()}});
    };
}

} // namespace tiramisu::bench

#else

namespace tiramisu::bench {

std::function<void()> onednn_lstm(const nn::recurrent_problem &, const float *, const float *,
                                  float *) {
    return {};
}

} // namespace tiramisu::bench

#endif
