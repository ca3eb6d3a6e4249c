// Tensor times matrix along the last mode, with a four-dimensional loop nest tiled by three
// numbers.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    global::set_default_tiramisu_options();
    function ttm("ttm");
    constant I("I", expr(size_of(argc, argv, 6, 26)), p_int32, true, NULL, 0, &ttm);
    constant J("J", expr(size_of(argc, argv, 9, 30)), p_int32, true, NULL, 0, &ttm);
    constant K("K", expr(size_of(argc, argv, 11, 34)), p_int32, true, NULL, 0, &ttm);
    constant L("L", expr(size_of(argc, argv, 7, 22)), p_int32, true, NULL, 0, &ttm);

    var i("i"), j("j"), k("k"), l("l");
    computation B("[I,J,L]->{B[i,j,l]: 0<=i<I and 0<=j<J and 0<=l<L}", expr(), false, p_float32,
                  &ttm);
    computation C("[K,L]->{C[k,l]: 0<=k<K and 0<=l<L}", expr(), false, p_float32, &ttm);
    computation A0("[I,J,K]->{A0[i,j,k]: 0<=i<I and 0<=j<J and 0<=k<K}", expr((float)0), true,
                   p_float32, &ttm);
    computation A("[I,J,K,L]->{A[i,j,k,l]: 0<=i<I and 0<=j<J and 0<=k<K and 0<=l<L}", expr(), true,
                  p_float32, &ttm);
    A.set_expression(A(i, j, k, l) + B(i, j, l) * C(k, l));

    A.after(A0, computation::root_dimension);
    A0.tag_parallel_level(0);
    A.tile(0, 1, 2, 4, 4, 8);
    A.tag_parallel_level(0);

    buffer b_B("b_B", {I, J, L}, p_float32, a_input, &ttm);
    buffer b_C("b_C", {K, L}, p_float32, a_input, &ttm);
    buffer b_A("b_A", {I, J, K}, p_float32, a_output, &ttm);
    B.set_access("{B[i,j,l]->b_B[i,j,l]}");
    C.set_access("{C[k,l]->b_C[k,l]}");
    A0.set_access("{A0[i,j,k]->b_A[i,j,k]}");
    A.set_access("{A[i,j,k,l]->b_A[i,j,k]}");

    ttm.set_arguments({&b_B, &b_C, &b_A});
    ttm.gen_time_space_domain();
    ttm.gen_isl_ast();
    ttm.gen_halide_stmt();
    ttm.gen_halide_obj("ttm.o");
}
