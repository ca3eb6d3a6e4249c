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

/// A program of sums: what they begin with, their terms, and what is made of them, each over the
/// same rows and columns.
struct device_parts {
    computation zeros, sums, result;
    device_loops row, column;

    /// `sum` has one update; `rows` and `columns` are names of iterators.
    device_parts(const computation &sum, const computation &made_of_it, const std::string &rows,
                 const std::string &columns)
        : zeros(sum.init()), sums(sum.update(0)), result(made_of_it), row(rows), column(columns) {}

    std::vector<computation> all() const { return {zeros, sums, result}; }

    /// Runs them on a GPU. A block has a tile of the result, whose sums its threads keep in
    /// registers until it is done. Of the other loops of the sums, `around` stay around the
    /// threads, and `inside` is written out in each.
    void run_in_tiles(const device_tile &tile, const std::vector<var> &around,
                      const var &inside) const;
};

/// A window of so many elements in shared memory is filled by all threads in turn.
void copy_by_all_threads(computation window, int elements);

} // namespace tiramisu::nn
