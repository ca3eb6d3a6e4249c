// A convolution with a sparse filter in CSR form: constants computed inside loops bound the loop
// over a filter's weights and shift the access to the input, which is addressed by one flat index.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    global::set_default_tiramisu_options();
    function conv_sparse("sparse_conv");
    constant BATCH("BATCH", expr(2), p_int32, true, NULL, 0, &conv_sparse);
    constant N("N", expr(size_of(argc, argv, 9, 30)), p_int32, true, NULL, 0, &conv_sparse);
    constant FIN("FIN", expr(3), p_int32, true, NULL, 0, &conv_sparse);
    constant FOUT("FOUT", expr(5), p_int32, true, NULL, 0, &conv_sparse);
    constant IND("IND", FIN * (N + 2) * (N + 2), p_int32, true, NULL, 0, &conv_sparse);

    var b("b"), fout("fout"), y("y"), x("x"), k("k"), ind("ind");
    computation in("[BATCH,IND]->{in[b,ind]: 0<=b<BATCH and 0<=ind<IND}", expr(), false, p_float32,
                   &conv_sparse);
    computation bias("[FOUT]->{bias[fout]: 0<=fout<FOUT}", expr(), false, p_float32, &conv_sparse);
    computation values("{values[k]: 0<=k}", expr(), false, p_float32, &conv_sparse);
    computation indices("{indices[k]: 0<=k}", expr(), false, p_int32, &conv_sparse);
    computation starts("[FOUT]->{starts[fout]: 0<=fout<=FOUT}", expr(), false, p_int32,
                       &conv_sparse);

    computation conv_init("[BATCH,FOUT,N]->{conv_init[b,fout,y,x]: 0<=b<BATCH and 0<=fout<FOUT and "
                          "0<=y<N and 0<=x<N}",
                          bias(fout), true, p_float32, &conv_sparse);
    constant first("first", starts(fout), p_int32, false, &conv_init, 1, &conv_sparse);
    constant last("last", starts(fout + 1), p_int32, false, &conv_init, 1, &conv_sparse);
    computation conv("[BATCH,FOUT,N,first,last]->{conv[b,fout,k,y,x]: 0<=b<BATCH and 0<=fout<FOUT "
                     "and first<=k<last and 0<=y<N and 0<=x<N}",
                     expr(), true, p_float32, &conv_sparse);
    constant offset("offset", indices(k), p_int32, false, &conv, 2, &conv_sparse);
    conv.set_expression(conv(b, fout, k, y, x) + in(b, y * (N + 2) + x) * values(k));

    conv.after_low_level(conv_init, 1);
    conv_init.tag_parallel_level(0);
    conv.tag_parallel_level(0);

    buffer b_in("b_in", {BATCH, IND}, p_float32, a_input, &conv_sparse);
    buffer b_bias("b_bias", {FOUT}, p_float32, a_input, &conv_sparse);
    buffer b_values("b_values", {FOUT * FIN * 9}, p_float32, a_input, &conv_sparse);
    buffer b_indices("b_indices", {FOUT * FIN * 9}, p_int32, a_input, &conv_sparse);
    buffer b_starts("b_starts", {FOUT + 1}, p_int32, a_input, &conv_sparse);
    buffer b_out("b_out", {BATCH, FOUT, N, N}, p_float32, a_output, &conv_sparse);
    in.set_access("[offset]->{in[b,ind]->b_in[b,ind+offset]}");
    bias.set_access("{bias[fout]->b_bias[fout]}");
    values.set_access("{values[k]->b_values[k]}");
    indices.set_access("{indices[k]->b_indices[k]}");
    starts.set_access("{starts[fout]->b_starts[fout]}");
    conv_init.set_access("{conv_init[b,fout,y,x]->b_out[b,fout,y,x]}");
    conv.set_access("{conv[b,fout,k,y,x]->b_out[b,fout,y,x]}");

    conv_sparse.set_arguments({&b_in, &b_starts, &b_indices, &b_values, &b_bias, &b_out});
    conv_sparse.gen_time_space_domain();
    conv_sparse.gen_isl_ast();
    conv_sparse.gen_halide_stmt();
    conv_sparse.gen_halide_obj("sparse_conv.o");
}
