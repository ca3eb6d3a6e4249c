#pragma once

#include "session.h"

namespace tiramisu::bench {

/// gemm_*: blocked and packed by the schedule alone, against OpenBLAS, oneDNN and MKL.
void run_products(session &here);
/// r50_c2_3x3_first_n1: a direct convolution of blocks of channels, against oneDNN.
void run_convolution(session &here);
/// jacobi_2d_*: skewed, tiled and in wavefronts, against plain loops and tiles written by hand.
void run_jacobi(session &here);
/// blur_resize_*: a stencil pipeline, fused in tiles, against Halide and its autoschedulers.
void run_blur_resize(session &here);
/// triangular_solve_*: many right-hand sides, blocked, against plain loops.
void run_triangular_solve(session &here);

} // namespace tiramisu::bench
