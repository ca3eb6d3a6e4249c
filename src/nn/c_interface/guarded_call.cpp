#include "nn/c_interface/guarded_call.h"

#include <new>

#include "support/immortal.h"

namespace tiramisu::nn {

namespace {

/// Of each thread.
struct kept_error {
    std::string text;
    bool is_memory = false; ///< there was none for the text either
};

const support::per_thread<kept_error> last_error;

void keep(const char *text) noexcept {
    try {
        last_error->is_memory = false;
        last_error->text = text;
    } catch (...) {
        last_error->is_memory = true;
    }
}

} // namespace

tiramisu_status status_of_exception() noexcept {
    try {
        throw;
    } catch (const unsupported_error &reason) {
        keep(reason.what());
        return TIRAMISU_NOT_SUPPORTED;
    } catch (const user_error &reason) {
        keep(reason.what());
        return TIRAMISU_BAD_ARGUMENT;
    } catch (const io_error &reason) {
        keep(reason.what());
        return TIRAMISU_FILE_ERROR;
    } catch (const internal_error &reason) {
        keep(reason.what());
        return TIRAMISU_INTERNAL_ERROR;
    } catch (const error &reason) {
        keep(reason.what());
        return TIRAMISU_RUN_FAILED;
    } catch (const std::bad_alloc &) {
        keep("out of memory");
        return TIRAMISU_OUT_OF_MEMORY;
    } catch (const std::exception &reason) {
        keep(reason.what());
        return TIRAMISU_INTERNAL_ERROR;
    } catch (...) {
        keep("something was thrown that is no exception of the library's");
        return TIRAMISU_INTERNAL_ERROR;
    }
}

std::string required_text(const char *call, const char *argument, const char *given) {
    if (given == nullptr) {
        throw user_error(call, argument, "is a null pointer, must be a text that ends with 0");
    }
    return given;
}

void require_number(const char *call, std::size_t number, std::size_t count) {
    if (number >= count) {
        throw user_error(call, "number " + std::to_string(number),
                         "is none of it, which has " + std::to_string(count) + ", counted from 0");
    }
}

} // namespace tiramisu::nn

using tiramisu::nn::last_error;

const char *tiramisu_last_error(void) {
    try {
        return last_error->is_memory ? "out of memory" : last_error->text.c_str();
    } catch (...) {
        return "out of memory"; // there is none to keep a text in
    }
}

const char *tiramisu_status_name(tiramisu_status status) {
    switch (status) {
    case TIRAMISU_SUCCESS: return "success";
    case TIRAMISU_BAD_ARGUMENT: return "bad_argument";
    case TIRAMISU_NOT_SUPPORTED: return "not_supported";
    case TIRAMISU_FILE_ERROR: return "file_error";
    case TIRAMISU_OUT_OF_MEMORY: return "out_of_memory";
    case TIRAMISU_RUN_FAILED: return "run_failed";
    case TIRAMISU_INTERNAL_ERROR: return "internal_error";
    }
    return "unknown_status";
}
