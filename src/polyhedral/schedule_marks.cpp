#include "polyhedral/schedule_marks.h"

#include <cstdint>

namespace tiramisu::poly {

isl_id *mark_at(isl_ctx *ctx, const std::string &text, int level) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): isl keeps a pointer with a name, and no number
    void *user = reinterpret_cast<void *>(static_cast<std::intptr_t>(level));
    return isl_id_alloc(ctx, text.c_str(), user);
}

bool is_kernel_mark(const isl::id &mark) {
    return mark.name() == kernel_mark;
}

bool is_device_mark(const isl::id &mark) {
    return mark.name() == device_mark;
}

int mark_level(const isl::id &mark) {
    return static_cast<int>(reinterpret_cast<std::intptr_t>(isl_id_get_user(mark.get())));
}

} // namespace tiramisu::poly
