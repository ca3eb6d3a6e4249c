#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {

/// A program to search schedules for.
struct tuned_program {
    function what;
    std::vector<buffer *> arguments;
};

tuned_program tuned_matmul(int m, int n, int k);
/// Its size is the scalar argument n.
tuned_program tuned_matmul_of_the_call();
tuned_program tuned_two_matmuls(int size);
/// Padded, with bias and ReLU.
tuned_program tuned_convolution(int channels, int filters, int size);
/// Padded, each channel by itself, channels side by side in memory.
tuned_program tuned_depthwise(int channels, int size);
/// 4 x 4, two steps apart: a convolution of 2 x 2 for each parity of row and column.
tuned_program tuned_transposed_convolution(int channels, int filters, int size);
/// A matrix in compressed rows times a plain one, or a vector where it has no columns.
tuned_program tuned_sparse_product(int rows, int columns);
tuned_program tuned_max_pool(int channels, int size);
tuned_program tuned_row_minimum(int rows, int columns);
tuned_program tuned_softmax(int rows, int columns);
tuned_program tuned_blur(int rows, int columns);
/// Two planes take turns in time.
tuned_program tuned_jacobi(int steps, int size);
/// In place, without pivots.
tuned_program tuned_lu(int size);
/// Several steps, each over all rows, in the loops that the program's order names.
tuned_program tuned_time_steps(int steps, int size);

/// All of them, small, by name.
const std::vector<std::pair<std::string, std::function<tuned_program()>>> &small_tuned_programs();

} // namespace tiramisu::oracle
