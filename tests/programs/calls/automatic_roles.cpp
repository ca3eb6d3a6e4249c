// Squares and their halves: a buffer for each computation, with the role that the call names.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 18, 333);
    function halves("halves");
    const std::string size = std::to_string(N);

    var i("i");
    computation x("{x[i]: 0<=i<" + size + "}", expr(), false, p_float32, &halves);
    computation square("{square[i]: 0<=i<" + size + "}", x(i) * x(i), true, p_float32, &halves);
    computation half("{half[i]: 0<=i<" + size + "}", square(i) * 0.5f, true, p_float32, &halves);
    half.after(square, computation::root);
    half.split(0, 4);
    half.tag_vector_level(1, 4);

    x.allocate_and_map_buffer_automatically(a_input);
    square.allocate_and_map_buffer_automatically();
    half.allocate_and_map_buffer_automatically(a_output);

    halves.set_arguments({x.get_buffer(), half.get_buffer()});
    halves.gen_time_space_domain();
    halves.gen_isl_ast();
    halves.gen_halide_stmt();
    halves.gen_halide_obj("automatic_roles.o");
}
