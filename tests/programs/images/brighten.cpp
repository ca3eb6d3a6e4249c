// Adds 50 to every byte of an image, stopping at 255; an explicit function and the five-call tail.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    global::set_default_tiramisu_options();
    function brighten("brighten");
    constant rows("rows", expr((int32_t)size_of(argc, argv, 13, 120)), p_int32, true, NULL, 0,
                  &brighten);
    constant columns("columns", expr((int32_t)size_of(argc, argv, 21, 161)), p_int32, true, NULL, 0,
                     &brighten);

    computation in("[rows,columns]->{in[y,x,c]: 0<=y<rows and 0<=x<columns and 0<=c<3}", expr(),
                   false, p_uint8, &brighten);
    var y("y"), x("x"), c("c");
    computation out("[rows,columns]->{out[y,x,c]: 0<=y<rows and 0<=x<columns and 0<=c<3}",
                    expr(o_select, in(y, x, c) > expr((uint8_t)205), expr((uint8_t)255),
                         in(y, x, c) + expr((uint8_t)50)),
                    true, p_uint8, &brighten);

    out.tag_parallel_level(0);
    out.split(1, 8);
    out.tag_unroll_level(3);

    buffer b_in("b_in", {rows, columns, 3}, p_uint8, a_input, &brighten);
    buffer b_out("b_out", {rows, columns, 3}, p_uint8, a_output, &brighten);
    in.set_access("{in[y,x,c]->b_in[y,x,c]}");
    out.set_access("{out[y,x,c]->b_out[y,x,c]}");

    brighten.set_arguments({&b_in, &b_out});
    brighten.gen_time_space_domain();
    brighten.gen_isl_ast();
    brighten.gen_halide_stmt();
    brighten.gen_halide_obj("brighten.o");
    return 0;
}
