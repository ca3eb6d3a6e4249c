#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/runtime.h"
#include "tiramisu/type.h"

namespace tiramisu {

/// One argument for a compiled function: memory, or a scalar.
class jit_argument {
public:
    /// Extents that several arguments share, so that whoever calls often makes them once.
    using shared_extents = std::shared_ptr<const std::vector<std::int64_t>>;

    /// Dense, row-major memory. `extents` are counted in elements, outermost first.
    jit_argument(void *data, primitive_t type, std::vector<std::int64_t> extents)
        : jit_argument(std::make_shared<const std::vector<std::int64_t>>(std::move(extents)), data,
                       type) {}
    /// The same of extents that are kept; null: those of a single element.
    jit_argument(shared_extents extents, void *data, primitive_t type)
        : type_(type), data_(data), extents_(std::move(extents)), is_buffer_(true) {}
    /// Dense memory of a type that says what its elements are. Booleans: one byte each.
    template <typename T>
    jit_argument(T *data, std::vector<std::int64_t> extents)
        : jit_argument(const_cast<std::remove_const_t<T> *>(data),
                       primitive_type_of<std::remove_const_t<T>>(), std::move(extents)) {}

    /// A scalar; it must have the type that the function declares.
    template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
    jit_argument(T value) : type_(primitive_type_of<T>()) {
        static_assert(sizeof(T) <= sizeof scalar_, "long double is not an element type");
        *reinterpret_cast<T *>(scalar_) = value;
    }

    bool is_buffer() const { return is_buffer_; }
    primitive_t type() const { return type_; }
    void *data() const { return data_; }
    const std::vector<std::int64_t> &extents() const {
        static const std::vector<std::int64_t> none;
        return extents_ == nullptr ? none : *extents_;
    }
    const void *scalar() const { return scalar_; }

private:
    primitive_t type_;
    void *data_ = nullptr;
    shared_extents extents_;
    alignas(8) unsigned char scalar_[8] = {};
    bool is_buffer_ = false;
};

/// How a call is executed, each time.
struct execution {
    /// Of parallel loops; 0: as tiramisu_set_num_threads() says.
    int threads = 0;
    /// What temporary arrays lie in, as far as they fit: so many bytes, which the caller keeps for
    /// as long as the call may be made. Those that do not fit are allocated once, and kept.
    void *memory = nullptr;
    std::size_t bytes = 0;
    /// What those are allocated by that do not fit; malloc() if nothing is said.
    tiramisu_allocator allocator = {};
    /// Null: calls take none yet; kernels run on the device of the process.
    void *device = nullptr, *stream = nullptr;
};

class prepared_call;

/// A function compiled into this process. A light handle: the code lives as long as a copy of it.
/// Several threads may call one function at once.
class compiled_function {
public:
    compiled_function() = default;

    /// Calls the function: buffers in the order of its declaration, then scalars. Returns 0, or the
    /// error code of the generated function. Throws user_error if the number of arguments is
    /// wrong, or one is a scalar where the function has a buffer, or the reverse, or a scalar's
    /// type is wrong.
    int operator()(const std::vector<jit_argument> &arguments,
                   source_place where = source_place::current()) const;

    /// The same call, to be made many times. Throws as a call; user_error also if there are less
    /// than 0 threads, bytes without memory, half an allocator, a device or a stream; error if
    /// memory runs out.
    prepared_call prepare(const std::vector<jit_argument> &arguments, const execution &opts = {},
                          source_place where = source_place::current()) const;

    /// What the last failing call in this thread said; empty if none failed.
    static std::string error_text();

    /// The C function, as a linked object would have it: halide_buffer_t pointers, then scalars.
    void *address() const;
    const std::string &name() const;
    /// Memory that the code takes, about: what is known of it before machine code is made.
    std::size_t bytes() const;
    explicit operator bool() const { return code_ != nullptr; }

    struct code; ///< the compiled module
    explicit compiled_function(std::shared_ptr<const code> compiled) : code_(std::move(compiled)) {}

private:
    /// Shared, so that the code outlives every copy of the handle.
    std::shared_ptr<const code> code_;
};

/// A call whose arguments were checked and described once. Temporary arrays keep their memory from
/// one time to the next, so that soon none is allocated. Several threads may make one at once.
class prepared_call {
public:
    prepared_call();
    ~prepared_call();
    prepared_call(prepared_call &&) noexcept;
    prepared_call &operator=(prepared_call &&) noexcept;

    /// Makes the call. Returns what compiled_function returns; 0 if nothing was prepared.
    int operator()() const;
    /// From the next call on, the memory of this buffer, counted among the arguments, is another
    /// one of the same size. No call may be going on. Throws user_error if it is no buffer.
    void set_data(std::size_t argument, void *data, source_place where = source_place::current());
    /// That temporary arrays have taken so far; execution::bytes as many, aligned to 128 bytes,
    /// would hold those of such a call.
    std::size_t workspace_bytes() const;
    explicit operator bool() const { return bound_ != nullptr; }

private:
    friend class compiled_function;
    struct bound;
    std::unique_ptr<bound> bound_;
};

} // namespace tiramisu
