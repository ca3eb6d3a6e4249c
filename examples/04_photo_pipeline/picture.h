#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Pixels of 8 bits a channel, row by row.
struct picture {
    int width = 0, height = 0, channels = 0; ///< 1 channel: grey; 3: RGB
    std::vector<std::uint8_t> pixels;
};

/// Throws std::runtime_error with the path and the reason.
picture read_png_as_rgb(const std::string &path);
void write_png(const picture &image, const std::string &path);

/// The planes R, G, B as floats in [0, 1], each with a border one pixel wide that repeats the edge.
std::vector<float> to_planes_with_border(const picture &image);

/// `count` planes side by side, `columns` in a row. Each is stretched so that its brightest
/// pixels (1 in 500) are white, and brightened in between; 0 stays black.
picture contact_sheet(const float *planes, int count, int plane_size, int columns);
