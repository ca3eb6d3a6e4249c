#pragma once

#include "peers/onednn.h"

#include <array>
#include <vector>

namespace tiramisu::bench {

using onednn_extents = std::vector<dnnl_dim_t>;

inline onednn_extents extents_of(const std::array<int, 4> &sizes) {
    return {sizes.begin(), sizes.end()};
}

/// A tensor between primitives.
struct lying {
    const_dnnl_memory_desc_t layout = nullptr;
    owned<dnnl_memory_t> memory;
};

/// Primitives in their order, each with its arguments.
class onednn_calls {
public:
    explicit onednn_calls(const onednn &library) : library_(library) {}

    void add(const owned<dnnl_primitive_t> &what, const std::vector<dnnl_exec_arg_t> &arguments,
             const std::vector<owned<dnnl_memory_t>> &memory) {
        calls_.push_back({what, arguments});
        kept_.insert(kept_.end(), memory.begin(), memory.end());
    }
    void copy(const lying &from, const lying &to) {
        add(library_.reorder(from.layout, to.layout),
            {{DNNL_ARG_FROM, from.memory.get()}, {DNNL_ARG_TO, to.memory.get()}},
            {from.memory, to.memory});
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
    /// The caller's memory, in the order of the extents.
    lying plain(const onednn_extents &sizes, const float *data) const {
        const dnnl_memory_desc_t layout =
            library_.describe(sizes, sizes.size() == 5 ? dnnl_abcde : dnnl_abcd);
        return {layout, library_.memory(layout, const_cast<float *>(data))};
    }
    lying make(const_dnnl_memory_desc_t layout) const { return {layout, library_.memory(layout)}; }

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

} // namespace tiramisu::bench
