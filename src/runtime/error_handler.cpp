#include "runtime/hooks.h"
#include "tiramisu/runtime.h"

#include <HalideRuntime.h>

#include <atomic>
#include <cstdio>

namespace {

void print_error(void * /*user_context*/, const char *message) {
    std::fprintf(stderr, "tiramisu: %s\n", message);
}

std::atomic<tiramisu_error_handler> current_handler{print_error};

} // namespace

extern "C" {

tiramisu_error_handler tiramisu_set_error_handler(tiramisu_error_handler handler) {
    return current_handler.exchange(handler != nullptr ? handler : print_error);
}

TIRAMISU_REPLACEABLE void halide_error(void *user_context, const char *message) {
    current_handler.load()(user_context, message);
}

const char *tiramisu_version() {
    return TIRAMISU_VERSION;
}

} // extern "C"
