// y = a x + y over vectors whose length comes in a buffer, at the start of the generated function;
// the buffers are declared with one element only.
#include <tiramisu/tiramisu.h>

using namespace tiramisu;

int main(int, char **) {
    global::set_default_tiramisu_options();
    function axpy("axpy");
    computation SIZES("{SIZES[0]}", expr(), false, p_int32, &axpy);
    buffer b_SIZES("b_SIZES", {1}, p_int32, a_input, &axpy);
    SIZES.set_access("{SIZES[0]->b_SIZES[0]}");
    constant N("N", SIZES(0), p_int32, true, NULL, 0, &axpy);

    var i("i"), i0("i0"), i1("i1"), i2("i2"), i3("i3");
    computation a("{a[0]}", expr(), false, p_float32, &axpy);
    computation x("[N]->{x[i]: 0<=i<N}", expr(), false, p_float32, &axpy);
    computation y("[N]->{y[i]: 0<=i<N}", expr(), false, p_float32, &axpy);
    computation result("[N]->{result[i]: 0<=i<N}", a(0) * x(i) + y(i), true, p_float32, &axpy);

    result.split(i, 64, i0, i1);
    result.split(i1, 8, i2, i3);
    result.tag_parallel_level(i0);
    result.tag_vector_level(i3, 8);

    buffer b_a("b_a", {1}, p_float32, a_input, &axpy), b_x("b_x", {1}, p_float32, a_input, &axpy);
    buffer b_y("b_y", {1}, p_float32, a_output, &axpy);
    a.set_access("{a[0]->b_a[0]}");
    x.set_access("{x[i]->b_x[i]}");
    y.set_access("{y[i]->b_y[i]}");
    result.set_access("{result[i]->b_y[i]}");

    axpy.set_arguments({&b_SIZES, &b_a, &b_x, &b_y});
    axpy.gen_time_space_domain();
    axpy.gen_isl_ast();
    axpy.gen_halide_stmt();
    axpy.gen_halide_obj("axpy.o");
}
