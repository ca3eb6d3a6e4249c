// Adds two vectors and prints whatever the compiler can print of it.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 100);
    function add("add");
    constant size("N", expr(N), p_int32, true, NULL, 0, &add);

    var i("i");
    computation x("[N]->{x[i]: 0<=i<N}", expr(), false, p_int32, &add);
    computation y("[N]->{y[i]: 0<=i<N}", expr(), false, p_int32, &add);
    computation z("[N]->{z[i]: 0<=i<N}", x(i) + y(i), true, p_int32, &add);
    buffer b_x("b_x", {expr(N)}, p_int32, a_input, &add),
        b_y("b_y", {expr(N)}, p_int32, a_input, &add);
    buffer b_z("b_z", {expr(N)}, p_int32, a_output, &add);
    x.set_access("{x[i]->b_x[i]}");
    y.set_access("{y[i]->b_y[i]}");
    z.set_access("{z[i]->b_z[i]}");
    z.get_expr().dump(false);
    z.dump();

    add.set_arguments({&b_x, &b_y, &b_z});
    add.gen_time_space_domain();
    add.dump_iteration_domain();
    add.dump_schedule();
    add.dump_sched_graph();
    add.dump_dep_graph();
    add.dump_time_processor_domain();
    add.dump_trimmed_time_processor_domain();
    add.gen_isl_ast();
    add.gen_c_code();
    add.gen_halide_stmt();
    add.dump_halide_stmt();
    add.dump(true);
    add.gen_halide_obj("dumps.o");
}
