#include "nn/framework/program/device_tile.h"

namespace tiramisu::nn {

namespace {

constexpr int multiprocessors = 108; // of an NVIDIA A100

int blocks(int elements, int in_a_block) {
    return (elements + in_a_block - 1) / in_a_block;
}

/// The smallest of 16, 32, 64, ... that holds so many; at most `most`.
int smallest_that_holds(int elements, int most) {
    int size = device_tile::threads;
    while (size < elements && size < most) {
        size *= 2;
    }
    return size;
}

void cut_to_tiles(computation part, const device_parts &of, const device_tile &tile) {
    const device_loops &row = of.row, &column = of.column;
    part.tile(row.all, column.all, tile.rows, tile.columns, row.block, column.block, row.in,
              column.in);
    part.split(row.in, tile.own_rows(), row.thread, row.own);
    part.split(column.in, tile.own_columns(), column.thread, column.own);
}

void order_in_tiles(computation part, const device_parts &of, const std::vector<var> &around,
                    const std::vector<var> &inside) {
    std::vector<var> order = {of.row.block, of.column.block};
    order.insert(order.end(), around.begin(), around.end());
    order.insert(order.end(), {of.row.thread, of.column.thread});
    order.insert(order.end(), inside.begin(), inside.end());
    order.insert(order.end(), {of.row.own, of.column.own});
    part.reorder(order);
}

void run_on_device(computation part, const device_parts &of) {
    part.gpu_block(of.row.block).gpu_block(of.column.block);
    part.gpu_thread(of.row.thread).gpu_thread(of.column.thread);
    part.tag_unroll_level(of.row.own);
    part.tag_unroll_level(of.column.own);
}

} // namespace

std::vector<tunable> device_tile_tunables() {
    return {{"rows", {16, 32, 64, 128}}, {"columns", {64, 128}}, {"depth", {8, 16}}};
}

configuration default_device_tile(int rows, int columns, int depth, int most_columns) {
    const bool large =
        static_cast<double>(blocks(rows, 128)) * blocks(columns, most_columns) >= multiprocessors;
    const int most = large ? 128 : 64;
    return {{"rows", smallest_that_holds(rows, most)},
            {"columns", large && columns > 64 ? most_columns : 64},
            {"depth", depth >= 16 ? 16 : 8}};
}

std::string why_no_device(const machine &target) {
    return target.device.empty() ? "a target without a device, must be one with opencl or cuda"
                                 : "";
}

void device_parts::run_in_tiles(const device_tile &tile, const std::vector<var> &around,
                                const var &inside) const {
    for (const computation &part : all()) {
        cut_to_tiles(part, *this, tile);
    }
    order_in_tiles(zeros, *this, {}, {});
    order_in_tiles(sums, *this, around, {inside});
    order_in_tiles(result, *this, {}, {});
    for (const computation &part : all()) {
        run_on_device(part, *this);
    }
    computation first = zeros, terms = sums, last = result;
    terms.tag_unroll_level(inside);
    first.then(terms, column.block).then(last, column.block);
    buffer kept("kept", {tile.rows, tile.columns}, p_float32, a_temporary);
    terms.store_in(&kept, {row.all % tile.rows, column.all % tile.columns});
    kept.allocate_at(last, column.block);
}

void copy_by_all_threads(computation window, int elements) {
    window.gpu_spread(device_tile::at_once);
    if (elements > device_tile::at_once * device_tile::threads * device_tile::threads) {
        window.tag_unroll_level(var("turn"));
    }
}

} // namespace tiramisu::nn
