// A ring blur, then Roberts' cross of it, written over the image: the second stage overwrites the
// first one's input two rows behind it.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    init("edge_detector");
    constant H("H", size_of(argc, argv, 17, 120)), W("W", size_of(argc, argv, 22, 130));

    var i("i", 0, H - 2), j("j", 0, W - 2), io("io", 0, H - 4), jo("jo", 0, W - 4), c("c", 0, 3);
    input img("img", {i, j, c}, p_int32);
    computation ring("ring", {i, j, c},
                     (img(i, j, c) + img(i, j + 1, c) + img(i, j + 2, c) + img(i + 1, j, c) +
                      img(i + 1, j + 2, c) + img(i + 2, j, c) + img(i + 2, j + 1, c) +
                      img(i + 2, j + 2, c)) /
                         8);
    computation roberts("roberts", {io, jo, c},
                        expr(o_abs, ring(io, jo, c) - ring(io + 1, jo + 1, c)) +
                            expr(o_abs, ring(io + 1, jo, c) - ring(io, jo + 1, c)));

    roberts.shift(io, 2);
    ring.then(roberts, io);
    ring.tag_unroll_level(c);
    ring.tag_parallel_level(j);
    roberts.tag_parallel_level(jo);

    buffer b_img("b_img", {H, W, 3}, p_int32, a_output);
    buffer b_ring("b_ring", {H, W, 3}, p_int32, a_temporary);
    img.store_in(&b_img);
    ring.store_in(&b_ring);
    roberts.store_in(&b_img);
    codegen({&b_img}, "edge_detector.o");
}
