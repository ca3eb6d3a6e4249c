#pragma once

#include "polyhedral/ast.h"

namespace tiramisu::poly {

/// Whether an iteration of the buffer's loops may be in several places of the nest: isl takes out
/// of a loop what only its first or last iteration runs, and the loop before or after it does not
/// have what that iteration keeps in a buffer of its own.
bool splits_iterations(const ast &loops, const scoped_buffer &buffer);

/// While it lives, isl makes loops whose iterations are each in one place.
class whole_loop_iterations {
public:
    explicit whole_loop_iterations(isl::ctx ctx);
    whole_loop_iterations(const whole_loop_iterations &) = delete;
    whole_loop_iterations &operator=(const whole_loop_iterations &) = delete;
    ~whole_loop_iterations();

private:
    isl_ctx *ctx_;
    int before_;
};

} // namespace tiramisu::poly
