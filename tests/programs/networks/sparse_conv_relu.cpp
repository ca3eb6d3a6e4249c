// Sparse convolution and ReLU over rows of pixels: the sums of a row are kept in a buffer that is
// allocated inside the parallel loop; the order is given by numbered levels alone.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int n = size_of(argc, argv, 9, 30), BATCH = 2, FIN = 3, FOUT = 5;
    init("sparse_conv_relu");
    constant N("N", expr(n), p_int32, true, NULL, 0);

    var b("b", 0, BATCH), y("y", 0, N), fout("fout", 0, FOUT), x("x", 0, N), k("k");
    var ind("ind", 0, FIN * (n + 2) * (n + 2)), nz("nz", 0, FOUT * FIN * 9), f1("f1", 0, FOUT + 1);
    input in("in", {b, ind}, p_float32), bias("bias", {fout}, p_float32);
    input values("values", {nz}, p_float32), indices("indices", {nz}, p_int32);
    input starts("starts", {f1}, p_int32);

    computation conv_init("conv_init", {b, y, fout, x}, bias(fout));
    constant first("first", starts(fout), p_int32, false, &conv_init, 2);
    constant last("last", starts(fout + 1), p_int32, false, &conv_init, 2);
    computation conv("[first,last,N]->{conv[b,y,fout,k,x]: 0<=b<2 and 0<=y<N and 0<=fout<5 and "
                     "first<=k<last and 0<=x<N}",
                     expr(), true, p_float32, global::get_implicit_function());
    conv.set_expression(conv(b, y, fout, k, x) + in(b, y * (N + 2) + x + indices(k)) * values(k));
    computation relu("relu", {b, y, fout, x}, expr(o_max, 0.f, conv(b, y, fout, 0, x)));

    buffer b_in("b_in", {BATCH, FIN * (n + 2) * (n + 2)}, p_float32, a_input);
    buffer b_bias("b_bias", {FOUT}, p_float32, a_input);
    buffer b_values("b_values", {FOUT * FIN * 9}, p_float32, a_input);
    buffer b_indices("b_indices", {FOUT * FIN * 9}, p_int32, a_input);
    buffer b_starts("b_starts", {FOUT + 1}, p_int32, a_input);
    buffer b_row("b_row", {n}, p_float32, a_temporary);
    buffer b_out("b_out", {BATCH, FOUT, N, N}, p_float32, a_output);

    computation *alloc = b_row.allocate_at(conv_init, 2);
    conv_init.after_low_level(*alloc, 2);
    conv.after_low_level(conv_init, 2);
    relu.after_low_level(conv, 2);
    conv_init.tag_parallel_level(1);
    conv.tag_parallel_level(1);
    relu.tag_parallel_level(1);
    conv_init.vectorize(x, 8);
    conv.vectorize(x, 8);
    relu.vectorize(x, 8);

    in.store_in(&b_in);
    bias.store_in(&b_bias);
    values.store_in(&b_values);
    indices.store_in(&b_indices);
    starts.store_in(&b_starts);
    conv_init.store_in(&b_row, {x});
    conv.store_in(&b_row, {x});
    relu.store_in(&b_out, {b, fout, y, x});
    codegen({&b_in, &b_starts, &b_indices, &b_values, &b_bias, &b_out}, "sparse_conv_relu.o");
}
