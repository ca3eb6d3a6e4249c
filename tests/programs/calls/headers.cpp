// Box filter sizes from the C++ mathematics library: headers in the order that older programs use.
#include <cmath>

#include <tiramisu/debug.h>

#include <tiramisu/core.h>

#include <tiramisu/expr.h>
#include <tiramisu/type.h>

#include <tiramisu/block.h>
#include <tiramisu/externs.h>

#include <string.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 20, 200), width = std::floor(std::sqrt(double(N)));
    if (strlen("headers") != 7 || width < 1) {
        ERROR("Sizes are wrong.", true);
    }
    DEBUG_FCT_NAME(3);
    DEBUG(3, tiramisu::str_dump("A filter of ", "some width"));
    tiramisu::function filter("filter");

    tiramisu::var i("i");
    const std::string size = std::to_string(N);
    tiramisu::computation x("{x[i]: 0<=i<" + size + "}", tiramisu::expr(), false, p_int32, &filter);
    tiramisu::computation y("{y[i]: 0<=i<" + size + "-" + std::to_string(width) + "}",
                            x(i) + x(i + width), true, p_int32, &filter);
    tiramisu::buffer b_x("b_x", {tiramisu::expr(N)}, p_int32, a_input, &filter);
    tiramisu::buffer b_y("b_y", {tiramisu::expr(N)}, p_int32, a_output, &filter);
    x.set_access("{x[i]->b_x[i]}");
    y.set_access("{y[i]->b_y[i]}");

    DEBUG_INDENT(4);
    filter.set_arguments({&b_x, &b_y});
    filter.gen_time_space_domain();
    filter.gen_isl_ast();
    filter.gen_halide_stmt();
    filter.gen_halide_obj("headers.o");
    DEBUG_INDENT(-4);
}
