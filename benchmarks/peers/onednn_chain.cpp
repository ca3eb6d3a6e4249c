#include "peers/onednn_chain.h"

#ifdef TIRAMISU_BENCH_ONEDNN_HEADERS

#include "peers/onednn_convolution.h"

#include <algorithm>

namespace tiramisu::bench {

namespace {

namespace post = nn::post;

bool can_chain(const nn::conv2d_problem &p) {
    for (const nn::post_op &one : p.post_ops) {
        const auto *pool = std::get_if<post::pool>(&one);
        const bool is_known = std::holds_alternative<post::relu>(one) ||
                              std::holds_alternative<post::residual_add>(one) ||
                              (pool != nullptr && pool->what == post::pool::kind::max);
        if (!is_known) {
            return false;
        }
    }
    return true;
}

class chain_builder {
public:
    chain_builder(const onednn &library, onednn_calls &calls) : library_(library), calls_(calls) {}

    /// The convolution's primitive as the library likes it best; null if it has none. `residual` is
    /// the layout of what is added.
    dnnl_primitive_desc_t choose(const nn::conv2d_problem &p,
                                 const_dnnl_memory_desc_t residual) const {
        const onednn_convolution as(library_, p);
        dnnl_primitive_desc_t made = nullptr;
        const dnnl_status_t status =
            library_.of<decltype(dnnl_convolution_forward_primitive_desc_create)>(
                "dnnl_convolution_forward_primitive_desc_create")(
                &made, library_.engine(), dnnl_forward_inference, dnnl_convolution_direct, as.src,
                as.weights, p.bias ? describe_bias(p) : nullptr, as.dst, as.strides, as.dilates,
                as.before, as.after, attributes(p, residual));
        return status == dnnl_success ? made : nullptr;
    }

    /// The weights lie as the primitive wants them.
    lying convolve(const nn::conv2d_problem &p, dnnl_primitive_desc_t chosen, const lying &src,
                   const lying &by, const float *bias, const lying &shortcut) {
        const lying from = calls_.brought_to(src, library_.layout_of(chosen, dnnl_query_src_md));
        const lying to = calls_.make(library_.layout_of(chosen, dnnl_query_dst_md));
        std::vector<dnnl_exec_arg_t> arguments = {{DNNL_ARG_SRC, from.memory.get()},
                                                  {DNNL_ARG_WEIGHTS, by.memory.get()},
                                                  {DNNL_ARG_DST, to.memory.get()}};
        for (std::size_t i = 0; i < p.post_ops.size(); i++) {
            if (std::holds_alternative<post::residual_add>(p.post_ops[i])) {
                arguments.push_back(
                    {DNNL_ARG_ATTR_MULTIPLE_POST_OP(static_cast<int>(i)) | DNNL_ARG_SRC_1,
                     shortcut.memory.get()});
            }
        }
        owned<dnnl_memory_t> biases;
        if (p.bias) {
            biases = library_.memory(describe_bias(p), const_cast<float *>(bias));
            arguments.push_back({DNNL_ARG_BIAS, biases.get()});
        }
        calls_.add(library_.primitive(chosen), arguments,
                   {from.memory, by.memory, to.memory, biases});
        return to;
    }

    lying pool(const post::pool &pool, const std::array<int, 4> &result, const lying &src) {
        const dnnl_dims_t strides = {pool.sh, pool.sw}, kernel = {pool.kh, pool.kw};
        const dnnl_dims_t dilation = {0, 0}, padding = {pool.ph, pool.pw};
        dnnl_primitive_desc_t made = nullptr;
        check_onednn(library_.of<decltype(dnnl_pooling_forward_primitive_desc_create)>(
            "dnnl_pooling_forward_primitive_desc_create")(
            &made, library_.engine(), dnnl_forward_inference, dnnl_pooling_max, src.layout,
            any(extents_of(result)), strides, kernel, dilation, padding, padding, nullptr));
        const lying to = calls_.make(library_.layout_of(made, dnnl_query_dst_md));
        calls_.add(library_.primitive(made),
                   {{DNNL_ARG_SRC, src.memory.get()}, {DNNL_ARG_DST, to.memory.get()}},
                   {src.memory, to.memory});
        return to;
    }

    /// In the layout wanted of the result, if the library has one that is plain in all extents; src
    /// is brought into it by `preparing`.
    lying resize(const nn::resize_problem &p, const lying &src, const_dnnl_memory_desc_t wanted,
                 onednn_calls &preparing) {
        const onednn_extents from = extents_of(p.src_extents()), to = extents_of(p.dst().extents);
        const bool is_last = library_.are_equal(library_.describe(to, dnnl_acdb), wanted);
        const dnnl_format_tag_t tag = is_last ? dnnl_acdb : dnnl_abcd;
        const lying source = preparing.brought_to(src, library_.describe(from, tag));
        const lying made = calls_.make(library_.describe(to, tag));
        dnnl_primitive_desc_t chosen = nullptr;
        check_onednn(library_.of<decltype(dnnl_resampling_forward_primitive_desc_create)>(
            "dnnl_resampling_forward_primitive_desc_create")(
            &chosen, library_.engine(), dnnl_forward_inference, dnnl_resampling_linear, nullptr,
            source.layout, made.layout, nullptr));
        calls_.add(library_.primitive(chosen),
                   {{DNNL_ARG_SRC, source.memory.get()}, {DNNL_ARG_DST, made.memory.get()}},
                   {source.memory, made.memory});
        return made;
    }

private:
    dnnl_memory_desc_t any(const onednn_extents &sizes) const {
        return library_.describe(sizes, dnnl_format_tag_any);
    }
    dnnl_memory_desc_t describe_bias(const nn::conv2d_problem &p) const {
        return library_.describe({p.oc}, dnnl_a);
    }
    dnnl_primitive_attr_t attributes(const nn::conv2d_problem &p,
                                     const_dnnl_memory_desc_t residual) const {
        dnnl_post_ops_t list = nullptr;
        dnnl_primitive_attr_t made = nullptr;
        check_onednn(library_.of<decltype(dnnl_post_ops_create)>("dnnl_post_ops_create")(&list));
        for (const nn::post_op &one : p.post_ops) {
            if (std::holds_alternative<post::relu>(one)) {
                check_onednn(library_.of<decltype(dnnl_post_ops_append_eltwise)>(
                    "dnnl_post_ops_append_eltwise")(list, dnnl_eltwise_relu, 0, 0));
            } else if (std::holds_alternative<post::residual_add>(one)) {
                check_onednn(library_.of<decltype(dnnl_post_ops_append_binary)>(
                    "dnnl_post_ops_append_binary")(list, dnnl_binary_add, residual));
            }
        }
        check_onednn(
            library_.of<decltype(dnnl_primitive_attr_create)>("dnnl_primitive_attr_create")(&made));
        check_onednn(library_.of<decltype(dnnl_primitive_attr_set_post_ops)>(
            "dnnl_primitive_attr_set_post_ops")(made, list));
        return made;
    }

    onednn library_;
    onednn_calls &calls_;
};

} // namespace

prepared_chain onednn_chain(const convolutions &of, onednn_formats formats, const float *src,
                            const std::vector<const float *> &weights, float *dst,
                            const std::vector<const float *> &biases) {
    const onednn *library = onednn::instance();
    const std::vector<nn::conv2d_problem> &steps = of.steps;
    const std::vector<nn::conv2d_problem> all = of.all();
    if (library == nullptr || !std::all_of(all.begin(), all.end(), can_chain)) {
        return {};
    }
    const auto before = std::make_shared<onednn_calls>(*library);
    const auto timed = std::make_shared<onednn_calls>(*library);
    const auto after = std::make_shared<onednn_calls>(*library);
    const bool is_plain = formats == onednn_formats::plain;
    onednn_calls &preparing = is_plain ? *timed : *before;
    chain_builder building(*library, *timed);

    const auto packed_for = [&](dnnl_primitive_desc_t chosen, std::size_t number) {
        const onednn_convolution as(*library, all[number]);
        return before->brought_to(before->plain(as.weights_extents, weights[number]),
                                  library->layout_of(chosen, dnnl_query_weights_md));
    };
    const auto bias_of = [&](std::size_t number) {
        return all[number].bias ? biases.at(number) : nullptr;
    };
    lying now, residual;
    for (std::size_t i = 0; i < steps.size(); i++) {
        const dnnl_primitive_desc_t chosen = building.choose(steps[i], residual.layout);
        if (chosen == nullptr) {
            return {};
        }
        if (i == 0) {
            const_dnnl_memory_desc_t wanted = library->layout_of(chosen, dnnl_query_src_md);
            now = preparing.plain(extents_of(of.src_extents()), src);
            if (of.resizing) {
                now = building.resize(*of.resizing, now, wanted, preparing);
            }
            now = residual = (of.resizing ? *timed : preparing).brought_to(now, wanted);
            if (of.shortcut) {
                const dnnl_primitive_desc_t beside = building.choose(*of.shortcut, nullptr);
                if (beside == nullptr) {
                    return {};
                }
                residual =
                    building.convolve(*of.shortcut, beside, now, packed_for(beside, steps.size()),
                                      bias_of(steps.size()), {});
            }
        }
        now = building.convolve(steps[i], chosen, now, packed_for(chosen, i), bias_of(i), residual);
        if (const post::pool *pool = steps[i].pooling()) {
            now = building.pool(*pool, steps[i].dst_extents(), now);
        }
    }
    const lying result = timed->plain(extents_of(steps.back().dst_extents()), dst);
    const bool is_done = !is_plain || library->are_equal(now.layout, result.layout);
    (is_done ? *after : *timed).copy(now, result);
    before->run();
    return {[timed] { timed->run(); }, [after] { after->run(); }};
}

} // namespace tiramisu::bench

#else

namespace tiramisu::bench {

prepared_chain onednn_chain(const convolutions &, onednn_formats, const float *,
                            const std::vector<const float *> &, float *,
                            const std::vector<const float *> &) {
    return {};
}

} // namespace tiramisu::bench

#endif
