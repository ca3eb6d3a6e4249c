#pragma once

#include <optional>

#include "polyhedral/isl.h"

namespace tiramisu::poly {

/// While it lives, isl may do so many operations, and throws isl::exception at the next one. isl
/// counts them itself: the same calls get equally far on every machine. A limit inside of another
/// one counts for itself; then the outer one goes on with what it had left.
class work_limit {
public:
    work_limit(isl::ctx ctx, unsigned long operations);
    work_limit(const work_limit &) = delete;
    work_limit &operator=(const work_limit &) = delete;
    ~work_limit();

    bool is_reached() const;
    /// The operations done, rounded up to a multiple of `unit`, and at most the limit.
    unsigned long done(unsigned long unit) const;

private:
    isl_ctx *ctx_;
    unsigned long operations_, left_outside_ = 0;
    bool is_inside_;
};

/// While it lives, isl may do as much again as the limit that there is has left, and nothing of it
/// counts for that limit. For what is found once and remembered: how far a search within a limit
/// gets must not depend on what somebody has asked before. Where even that was not enough, nothing
/// is left of the limit that there is, so that whoever set it knows why. Without a limit there is
/// none.
class work_apart {
public:
    explicit work_apart(isl::ctx ctx);
    work_apart(const work_apart &) = delete;
    work_apart &operator=(const work_apart &) = delete;
    ~work_apart();

private:
    isl_ctx *ctx_;
    std::optional<work_limit> limit_;
};

/// Whether there is a limit.
bool has_work_limit(isl::ctx ctx);

/// Whether there is a limit, and it is reached: isl does nothing more.
bool is_work_limit_reached(isl::ctx ctx);

/// While it lives, the limit of the context does not end anything; what is done counts. For what
/// isl calls back, which must not fail half-way.
class unlimited_work {
public:
    explicit unlimited_work(isl_ctx *ctx);
    unlimited_work(const unlimited_work &) = delete;
    unlimited_work &operator=(const unlimited_work &) = delete;
    ~unlimited_work();

private:
    isl_ctx *ctx_;
    unsigned long operations_;
};

} // namespace tiramisu::poly
