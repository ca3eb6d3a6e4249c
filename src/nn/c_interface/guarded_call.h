#pragma once

#include <exception>
#include <string>

#include "nn/c_interface/live_handles.h"
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
        auto handle = work();
        add_live_handle(handle.get(), kind_of_handle(handle.get()));
        *made = handle.release();
    });
}

/// Deletes what a handle stands for. Null is passed over; so is what is no such handle, of which
/// tiramisu_last_error() tells.
template <typename Handle>
void delete_handle(const char *call, const char *argument, Handle *given) noexcept {
    guarded_call([&] {
        if (given != nullptr && !remove_live_handle(given, kind_of_handle(given))) {
            refuse_handle(call, argument, given, kind_of_handle(given));
        }
        delete given;
    });
}

/// The text that an argument of a call is. Throws user_error if there is none.
std::string required_text(const char *call, const char *argument, const char *given);

/// What the handle that is an argument of a call stands for. Throws user_error if it is null, no
/// handle any more, or one of another kind.
template <typename Handle>
Handle &required(const char *call, const char *argument, Handle *given) {
    if (live_kind(given) != kind_of_handle(given)) {
        refuse_handle(call, argument, given, kind_of_handle(given));
    }
    return *given;
}

/// What a call that has no status tells of a handle; `otherwise` of null, and of what is no such
/// handle, of which tiramisu_last_error() tells.
template <typename Handle, typename Told, typename Work>
Told told_of(const char *call, const char *argument, Handle *given, Told otherwise,
             const Work &work) noexcept {
    Told told = otherwise;
    guarded_call([&] {
        if (given != nullptr) {
            told = work(required(call, argument, given));
        }
    });
    return told;
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
