#pragma once

#include <exception>
#include <string>

#include "tiramisu/error.h"
#include "tiramisu/tiramisu_c.h"

namespace tiramisu::nn {

/// What the exception that is being handled is to a caller in C, whose tiramisu_last_error() it
/// becomes.
tiramisu_status status_of_exception() noexcept;

/// Does `work`; nothing leaves it.
template <typename Work>
tiramisu_status guarded_call(const Work &work) noexcept {
    try {
        work();
        return TIRAMISU_SUCCESS;
    } catch (...) {
        return status_of_exception();
    }
}

/// Does `work`, which returns a new handle, and hands that out. Throws nothing.
template <typename Handle, typename Work>
tiramisu_status guarded_making(const char *call, Handle **made, const Work &work) noexcept {
    return guarded_call([&] {
        if (made == nullptr) {
            throw user_error(call, "",
                             "has no place for what it makes, a null pointer; pass the "
                             "address of a handle");
        }
        *made = nullptr;
        *made = work().release();
    });
}

/// What makes handles of layers.
constexpr const char *layer_maker = "tiramisu_make_layer";

/// The text that an argument of a call is. Throws user_error if there is none.
std::string required_text(const char *call, const char *argument, const char *given);

/// The thing that an argument of a call refers to, which `maker` makes. Throws user_error if it is
/// null.
template <typename Thing>
Thing &required(const char *call, const char *argument, Thing *given, const char *maker) {
    if (given == nullptr) {
        throw user_error(call, argument,
                         std::string("is a null pointer; pass what ") + maker + " makes");
    }
    return *given;
}

/// Where a call leaves what it found. Throws user_error if it is null.
template <typename Thing>
Thing &required_place(const char *call, Thing *given) {
    if (given == nullptr) {
        throw user_error(call, "found", "is a null pointer, must be the address of what is filled");
    }
    return *given;
}

/// Throws user_error if there are not so many.
void require_number(const char *call, std::size_t number, std::size_t count);

} // namespace tiramisu::nn
