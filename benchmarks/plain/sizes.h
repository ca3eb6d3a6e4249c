#pragma once

namespace tiramisu::bench {

constexpr int product_size = 400, factor_size = 500, vector_size = 1500;
constexpr int grid_size = 1000, grid_steps = 10, cube_size = 60, line_size = 2000,
              line_steps = 1000;
constexpr int table_size = 1500, node_count = 300;
constexpr int channels = 16, image_size = 64;
constexpr int stream_size = 1 << 20, bins = 256;

} // namespace tiramisu::bench
