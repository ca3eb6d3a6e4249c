// A generator that looks at expressions, types and neighbours before it decides.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 16, 140);
    init("decided");

    var i("i", 0, N);
    input x("x", {i}, p_uint32), y("y", {i}, p_uint32);
    computation a("a", {i}, x(i) * 3), b("b", {i}, x(i) * 3), c("c", {i}, y(i) + a(i) + b(i));
    if (a.get_expr().is_equal(b.get_expr())) {
        b.set_expression(a(i) + 1);
    }
    a.then(b, i).then(c, computation::root);
    expr limit((int32_t)16);
    if (i.get_upper().is_equal(limit)) {
        c.unroll(i, 4);
    }
    const bool as_expected = b.get_predecessor() != NULL &&
                             b.get_predecessor()->get_name() == "a" &&
                             a.get_predecessor() == NULL && c.get_data_type() == p_uint32 &&
                             x(i).get_name() == "x" && i.get_name() == "i";
    if (!as_expected) {
        return 1;
    }

    buffer b_x("b_x", {N}, p_uint32, a_input), b_y("b_y", {N}, p_uint32, a_input);
    buffer b_c("b_c", {N}, p_uint32, a_output);
    x.store_in(&b_x);
    y.store_in(&b_y);
    c.store_in(&b_c);
    codegen({&b_x, &b_y, &b_c}, "expression_questions.o");
}
