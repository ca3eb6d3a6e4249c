#include "polyhedral/work_limit.h"

#include <algorithm>

namespace tiramisu::poly {

namespace {

/// isl keeps its count for itself, but fails where that is not below the limit.
bool has_done(isl_ctx *ctx, unsigned long operations) {
    const unsigned long limit = isl_ctx_get_max_operations(ctx);
    isl_ctx_set_max_operations(ctx, operations);
    isl_val *one_more = isl_val_zero(ctx);
    isl_ctx_set_max_operations(ctx, limit);
    const bool has_failed = one_more == nullptr;
    if (has_failed) {
        isl_ctx_reset_error(ctx);
    }
    isl_val_free(one_more);
    return has_failed;
}

/// The operations counted so far, at most `most`. To ask takes a few operations by itself.
unsigned long count_done(isl_ctx *ctx, unsigned long most) {
    unsigned long done = 0, not_done = most + 1;
    while (done + 1 < not_done) {
        const unsigned long middle = done + (not_done - done) / 2;
        (has_done(ctx, middle) ? done : not_done) = middle;
    }
    return done;
}

/// What may be done within the limit that there is.
unsigned long left(isl_ctx *ctx) {
    const unsigned long limit = isl_ctx_get_max_operations(ctx);
    return limit - count_done(ctx, limit);
}

} // namespace

work_limit::work_limit(isl::ctx ctx, unsigned long operations)
    : ctx_(ctx.get()), operations_(operations), is_inside_(has_work_limit(ctx)) {
    if (is_inside_) {
        left_outside_ = left(ctx_);
    }
    isl_ctx_reset_operations(ctx_);
    isl_ctx_set_max_operations(ctx_, operations);
}

work_limit::~work_limit() {
    isl_ctx_reset_operations(ctx_);
    isl_ctx_set_max_operations(ctx_, is_inside_ ? left_outside_ + 1 : 0);
    if (is_inside_) {
        isl_val_free(isl_val_zero(ctx_)); // the one operation more, as a limit of 0 is none
    }
}

bool work_limit::is_reached() const {
    return has_done(ctx_, isl_ctx_get_max_operations(ctx_));
}

unsigned long work_limit::done(unsigned long unit) const {
    // isl counts from the last limit inside of this one, and has what that one left.
    const unsigned long left = isl_ctx_get_max_operations(ctx_);
    const unsigned long before = operations_ - std::min(left, operations_);
    return std::min(operations_, (before + count_done(ctx_, left) + unit - 1) / unit * unit);
}

work_apart::work_apart(isl::ctx ctx) : ctx_(ctx.get()) {
    if (has_work_limit(ctx)) {
        limit_.emplace(ctx, left(ctx.get()) + 1); // a limit of 0 is none
    }
}

work_apart::~work_apart() {
    const bool is_used_up = limit_ && limit_->is_reached();
    limit_.reset();
    if (is_used_up) {
        isl_ctx_reset_operations(ctx_);
        isl_ctx_set_max_operations(ctx_, 1);
        isl_val_free(isl_val_zero(ctx_)); // the one operation
    }
}

bool has_work_limit(isl::ctx ctx) {
    return isl_ctx_get_max_operations(ctx.get()) > 0;
}

bool is_work_limit_reached(isl::ctx ctx) {
    return has_work_limit(ctx) && has_done(ctx.get(), isl_ctx_get_max_operations(ctx.get()));
}

unlimited_work::unlimited_work(isl_ctx *ctx)
    : ctx_(ctx), operations_(isl_ctx_get_max_operations(ctx)) {
    isl_ctx_set_max_operations(ctx_, 0);
}

unlimited_work::~unlimited_work() {
    isl_ctx_set_max_operations(ctx_, operations_);
}

} // namespace tiramisu::poly
