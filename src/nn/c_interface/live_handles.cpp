#include "nn/c_interface/live_handles.h"

#include <mutex>
#include <string>
#include <unordered_map>

#include <pthread.h>

#include "support/immortal.h"
#include "tiramisu/error.h"

namespace tiramisu::nn {

namespace {

using handle_table = std::unordered_map<const void *, handle_kind>;

std::mutex in_use;

/// Used by those who hold `in_use`.
handle_table &all_handles() {
    static handle_table &all = support::immortal<handle_table>();
    return all;
}

/// fork() in another thread waits until nobody holds it: in the child nobody would let go of it. A
/// lock that readers share would not do, for the child would wait for those of its parent.
std::mutex &table_lock() {
    static const int watched =
        pthread_atfork([] { in_use.lock(); }, [] { in_use.unlock(); }, [] { in_use.unlock(); });
    static_cast<void>(watched); // without memory for it there is little that could go on
    return in_use;
}

/// What a handle of the kind is to the user, and what makes one.
struct kind_words {
    const char *name, *maker;
};

kind_words words_of(handle_kind kind) {
    switch (kind) {
    case handle_kind::layer: return {"a layer", "tiramisu_make_layer"};
    case handle_kind::weights: return {"packed weights", "tiramisu_pack_weights"};
    case handle_kind::invocation: return {"a prepared run", "tiramisu_prepare"};
    case handle_kind::solver_list:
        return {"a list of solvers", "tiramisu_find or tiramisu_list_solvers"};
    case handle_kind::none: break;
    }
    return {"nothing", "nothing"};
}

std::string what_is_found(const void *given, handle_kind kind) {
    if (given == nullptr) {
        return "is a null pointer";
    }
    if (kind == handle_kind::none) {
        return "is no handle: it was deleted, or was never made";
    }
    return std::string("is a handle of ") + words_of(kind).name;
}

} // namespace

void add_live_handle(const void *handle, handle_kind kind) {
    const std::lock_guard<std::mutex> alone(table_lock());
    all_handles()[handle] = kind;
}

bool remove_live_handle(const void *handle, handle_kind kind) {
    const std::lock_guard<std::mutex> alone(table_lock());
    const auto found = all_handles().find(handle);
    if (found == all_handles().end() || found->second != kind) {
        return false;
    }
    all_handles().erase(found);
    return true;
}

handle_kind live_kind(const void *handle) {
    const std::lock_guard<std::mutex> alone(table_lock());
    const auto found = all_handles().find(handle);
    return found == all_handles().end() ? handle_kind::none : found->second;
}

void refuse_handle(const char *call, const char *argument, const void *given, handle_kind wanted) {
    throw user_error(call, argument,
                     what_is_found(given, live_kind(given)) + "; pass " + words_of(wanted).name +
                         ", which " + words_of(wanted).maker + " makes");
}

} // namespace tiramisu::nn
