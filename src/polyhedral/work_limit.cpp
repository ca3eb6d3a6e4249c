#include "polyhedral/work_limit.h"

#include <algorithm>

namespace tiramisu::poly {

work_limit::work_limit(isl::ctx ctx, unsigned long operations)
    : ctx_(ctx.get()), operations_(operations) {
    isl_ctx_reset_operations(ctx_);
    isl_ctx_set_max_operations(ctx_, operations);
}

work_limit::~work_limit() {
    isl_ctx_set_max_operations(ctx_, 0); // as many as there are
}

unsigned long work_limit::done(unsigned long unit) const {
    unsigned long most = unit;
    while (most < operations_ && has_done(most)) {
        most += unit;
    }
    return std::min(most, operations_);
}

/// isl keeps its count for itself, but fails where that is not below the limit.
bool work_limit::has_done(unsigned long operations) const {
    isl_ctx_set_max_operations(ctx_, operations);
    isl_val *one_more = isl_val_zero(ctx_);
    isl_ctx_set_max_operations(ctx_, operations_);
    isl_ctx_reset_error(ctx_);
    const bool has_failed = one_more == nullptr;
    isl_val_free(one_more);
    return has_failed;
}

unlimited_work::unlimited_work(isl_ctx *ctx)
    : ctx_(ctx), operations_(isl_ctx_get_max_operations(ctx)) {
    isl_ctx_set_max_operations(ctx_, 0);
}

unlimited_work::~unlimited_work() {
    isl_ctx_set_max_operations(ctx_, operations_);
}

} // namespace tiramisu::poly
