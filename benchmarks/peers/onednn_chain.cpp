#include "peers/onednn_chain.h"

#ifdef TIRAMISU_BENCH_ONEDNN_HEADERS

#include "peers/onednn.h"

#include <algorithm>
#include <array>

namespace tiramisu::bench {

namespace {

namespace post = nn::post;
using extents = std::vector<dnnl_dim_t>;

extents extents_of(const std::array<int, 4> &sizes) {
    return {sizes.begin(), sizes.end()};
}

extents weights_extents(const nn::conv2d_problem &p) {
    return p.g == 1 ? extents{p.oc, p.ic, p.kh, p.kw}
                    : extents{p.g, p.oc / p.g, p.ic / p.g, p.kh, p.kw};
}

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

/// Primitives in their order, each with its arguments.
class onednn_calls {
public:
    explicit onednn_calls(const onednn &library) : library_(library) {}

    void add(const owned<dnnl_primitive_t> &what, const std::vector<dnnl_exec_arg_t> &arguments,
             const std::vector<owned<dnnl_memory_t>> &memory) {
        calls_.push_back({what, arguments});
        kept_.insert(kept_.end(), memory.begin(), memory.end());
    }
    void run() const {
        for (const call &one : calls_) {
            library_.run(one.what, one.arguments);
        }
    }

private:
    struct call {
        owned<dnnl_primitive_t> what;
        std::vector<dnnl_exec_arg_t> arguments;
    };

    onednn library_;
    std::vector<call> calls_;
    std::vector<owned<dnnl_memory_t>> kept_;
};

/// A tensor between primitives.
struct lying {
    const_dnnl_memory_desc_t layout = nullptr;
    owned<dnnl_memory_t> memory;
};

class chain_builder {
public:
    chain_builder(const onednn &library, onednn_calls &calls) : library_(library), calls_(calls) {}

    /// The convolution's primitive as the library likes it best; null if it has none. `residual` is
    /// the layout of what is added.
    dnnl_primitive_desc_t choose(const nn::conv2d_problem &p,
                                 const_dnnl_memory_desc_t residual) const {
        const dnnl_dims_t strides = {p.sh, p.sw}, dilates = {p.dh, p.dw}, before = {p.ph, p.pw};
        const dnnl_dims_t after = {(p.oh - 1) * p.sh + (p.kh - 1) * (p.dh + 1) + 1 - p.ih - p.ph,
                                   (p.ow - 1) * p.sw + (p.kw - 1) * (p.dw + 1) + 1 - p.iw - p.pw};
        dnnl_primitive_desc_t made = nullptr;
        const dnnl_status_t status =
            library_.of<decltype(dnnl_convolution_forward_primitive_desc_create)>(
                "dnnl_convolution_forward_primitive_desc_create")(
                &made, library_.engine(), dnnl_forward_inference, dnnl_convolution_direct,
                any(extents_of(p.src_extents())), any(weights_extents(p)),
                p.bias ? describe_bias(p) : nullptr, any(extents_of(p.conv_extents())), strides,
                dilates, before, after, attributes(p, residual));
        return status == dnnl_success ? made : nullptr;
    }

    /// The weights lie as the primitive wants them.
    lying convolve(const nn::conv2d_problem &p, dnnl_primitive_desc_t chosen, const lying &src,
                   const lying &by, const float *bias, const lying &shortcut) {
        const lying from = brought_to(src, library_.layout_of(chosen, dnnl_query_src_md));
        const lying to = make(library_.layout_of(chosen, dnnl_query_dst_md));
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
        const lying to = make(library_.layout_of(made, dnnl_query_dst_md));
        calls_.add(library_.primitive(made),
                   {{DNNL_ARG_SRC, src.memory.get()}, {DNNL_ARG_DST, to.memory.get()}},
                   {src.memory, to.memory});
        return to;
    }

    /// In the layout wanted of the result, if the library has one that is plain in all extents; src
    /// is brought into it by `preparing`.
    lying resize(const nn::resize_problem &p, const lying &src, const_dnnl_memory_desc_t wanted,
                 chain_builder &preparing) {
        const extents from = extents_of(p.src_extents()), to = extents_of(p.dst().extents);
        const bool is_last = library_.are_equal(library_.describe(to, dnnl_acdb), wanted);
        const dnnl_format_tag_t tag = is_last ? dnnl_acdb : dnnl_abcd;
        const lying source = preparing.brought_to(src, library_.describe(from, tag));
        const lying made = make(library_.describe(to, tag));
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

    /// In this layout: itself if it lies so, else by a reorder.
    lying brought_to(const lying &src, const_dnnl_memory_desc_t layout) {
        if (library_.are_equal(src.layout, layout)) {
            return src;
        }
        const lying to = make(layout);
        copy(src, to);
        return to;
    }
    void copy(const lying &from, const lying &to) {
        calls_.add(library_.reorder(from.layout, to.layout),
                   {{DNNL_ARG_FROM, from.memory.get()}, {DNNL_ARG_TO, to.memory.get()}},
                   {from.memory, to.memory});
    }
    lying plain(const extents &sizes, const float *data) const {
        const dnnl_memory_desc_t layout =
            library_.describe(sizes, sizes.size() == 5 ? dnnl_abcde : dnnl_abcd);
        return {layout, library_.memory(layout, const_cast<float *>(data))};
    }
    lying make(const_dnnl_memory_desc_t layout) const { return {layout, library_.memory(layout)}; }

private:
    dnnl_memory_desc_t any(const extents &sizes) const {
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
    chain_builder packing(*library, *before), building(*library, *timed);
    chain_builder &preparing = is_plain ? building : packing;

    const auto packed_for = [&](dnnl_primitive_desc_t chosen, std::size_t number) {
        return packing.brought_to(packing.plain(weights_extents(all[number]), weights[number]),
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
            now = residual = (of.resizing ? building : preparing).brought_to(now, wanted);
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
    const lying result = building.plain(extents_of(steps.back().dst_extents()), dst);
    const bool is_done = !is_plain || library->are_equal(now.layout, result.layout);
    chain_builder(*library, is_done ? *after : *timed).copy(now, result);
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
