// Pictures of iteration spaces. Compared with tests/golden/pictures/.

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/golden.h"

namespace tiramisu::testing {
namespace {

TEST(Pictures, ATiledStencil) {
    init("stencil");
    const var t("t", 1, 5), x("x", 1, 6);
    buffer mem("mem", {5, 7}, p_int32, a_output);
    computation u("u", {t, x}, p_int32);
    u.set_expression(u(t - 1, x - 1) + u(t - 1, x + 1));
    u.store_in(&mem);
    u.skew(t, x, 1, 0, 1, 1, "t1", "x1").tile("t1", "x1", 2, 3);
    expect_golden("pictures/tiled_stencil.svg", current().iteration_space_svg({&u}, t, x));
}

TEST(Pictures, AFusionThatReadsAhead) {
    init("fusion");
    const constant n("n", p_int32);
    const var y("y", 0, n), x("x", 0, 3);
    buffer out("out", {n, 3}, p_int32, a_output);
    computation a("a", {var("y", 0, n + 1), x}, y + x), b("b", {y, x}, a(y, x) + a(y + 1, x));
    b.store_in(&out);
    b.after(a, x);
    expect_golden("pictures/fusion_that_reads_ahead.svg",
                  current().iteration_space_svg({&a, &b}, y, x, {{"n", 4}}, 4));
}

} // namespace
} // namespace tiramisu::testing
