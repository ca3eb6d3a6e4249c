#pragma once

#include <string>
#include <vector>

#include "nn/framework/program/configuration.h"
#include "nn/framework/program/machine.h"
#include "tiramisu/computation.h"

// How sums over a third dimension, with a result of rows and columns, run on a GPU: products of
// matrices, and what can be written as one.

namespace tiramisu::nn {

/// What a block of threads computes at a time, in elements. Each of its 16 x 16 threads keeps a
/// rectangle of sums in registers.
struct device_tile {
    static constexpr int threads = 16; ///< along rows, and along columns
    /// Floats that a thread loads or stores at once.
    static constexpr int at_once = 4;

    int rows, columns; ///< of the result
    int depth;         ///< of the factors' parts that are in shared memory at a time

    explicit device_tile(const configuration &chosen)
        : rows(chosen.at("rows")), columns(chosen.at("columns")), depth(chosen.at("depth")) {}

    int own_rows() const { return rows / threads; } ///< of the rectangle of a thread
    int own_columns() const { return columns / threads; }
};

std::vector<tunable> device_tile_tunables();
/// Tiles of 128 rows and `most_columns` columns, 64 or 128, where there are as many as a large GPU
/// has multiprocessors, else of 64 x 64; no more rows than there are. Depths of 16 where the sums
/// have as much.
configuration default_device_tile(int rows, int columns, int depth, int most_columns);

/// Why the machine cannot run loops on a GPU; empty if it can.
std::string why_no_device(const machine &target);

/// The loops of one dimension of a result.
struct device_loops {
    var all, block, in, thread, own; ///< own: of what a thread has

    explicit device_loops(const std::string &name)
        : all(name), block(name + "_block"), in(name + "_in"), thread(name + "_thread"),
          own(name + "_own") {}
};

/// Splits the loops over rows and columns of the part of a program, whose other loops stay inside
/// of them.
void cut_to_tiles(computation part, const device_loops &row, const device_loops &column,
                  const device_tile &tile);
/// Has them run on blocks and threads.
void run_on_device(computation part, const device_loops &row, const device_loops &column);
/// A window of so many elements in shared memory is filled by all threads in turn.
void copy_by_all_threads(computation window, int elements);

} // namespace tiramisu::nn
