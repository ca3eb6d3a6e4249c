#pragma once

#include "peers/shared_library.h"

#include <oneapi/dnnl/dnnl.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

// What calls of oneDNN share. Only where its headers are there.

namespace tiramisu::bench {

inline void check_onednn(dnnl_status_t status) {
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
    /// Null if the library is not installed.
    static const onednn *instance() {
        static const shared_library file("libdnnl.so.3");
        static const std::unique_ptr<const onednn> made =
            file.is_there() ? std::make_unique<const onednn>(file) : nullptr;
        return made.get();
    }
    explicit onednn(const shared_library &library) : library_(library) {
        check_onednn(of<decltype(dnnl_engine_create)>("dnnl_engine_create")(&engine_, dnnl_cpu, 0));
        check_onednn(of<decltype(dnnl_stream_create)>("dnnl_stream_create")(
            &stream_, engine_, dnnl_stream_default_flags));
    }

    dnnl_memory_desc_t describe(const std::vector<dnnl_dim_t> &extents,
                                dnnl_format_tag_t layout) const {
        dnnl_memory_desc_t made = nullptr;
        check_onednn(
            of<decltype(dnnl_memory_desc_create_with_tag)>("dnnl_memory_desc_create_with_tag")(
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
        check_onednn(
            of<decltype(dnnl_memory_create)>("dnnl_memory_create")(&made, layout, engine_, data));
        return {made, of<decltype(dnnl_memory_destroy)>("dnnl_memory_destroy")};
    }
    const_dnnl_memory_desc_t layout_of(dnnl_primitive_desc_t chosen, dnnl_query_t what) const {
        return of<decltype(dnnl_primitive_desc_query_md)>("dnnl_primitive_desc_query_md")(chosen,
                                                                                          what, 0);
    }
    owned<dnnl_primitive_t> primitive(dnnl_primitive_desc_t chosen) const {
        dnnl_primitive_t made = nullptr;
        check_onednn(of<decltype(dnnl_primitive_create)>("dnnl_primitive_create")(&made, chosen));
        return {made, of<decltype(dnnl_primitive_destroy)>("dnnl_primitive_destroy")};
    }
    void run(const owned<dnnl_primitive_t> &what,
             const std::vector<dnnl_exec_arg_t> &arguments) const {
        check_onednn(of<decltype(dnnl_primitive_execute)>("dnnl_primitive_execute")(
            what.get(), stream_, static_cast<int>(arguments.size()), arguments.data()));
        check_onednn(of<decltype(dnnl_stream_wait)>("dnnl_stream_wait")(stream_));
    }
    owned<dnnl_primitive_t> reorder(const_dnnl_memory_desc_t from,
                                    const_dnnl_memory_desc_t to) const {
        dnnl_primitive_desc_t chosen = nullptr;
        check_onednn(of<decltype(dnnl_reorder_primitive_desc_create)>(
            "dnnl_reorder_primitive_desc_create")(&chosen, from, engine_, to, engine_, nullptr));
        return primitive(chosen);
    }

    /// A function of the library.
    template <typename Function>
    Function *of(const char *name) const {
        return library_.function<Function>(name);
    }
    dnnl_engine_t engine() const { return engine_; }

private:
    shared_library library_;
    dnnl_engine_t engine_ = nullptr;
    dnnl_stream_t stream_ = nullptr;
};

} // namespace tiramisu::bench
