#include "filters.h"

#include <array>

namespace {

using kernel = std::array<float, 9>;
using colour = std::array<float, 3>;

constexpr colour grey = {0.299f, 0.587f, 0.114f}; // how bright red, green and blue look
constexpr kernel smooth = {1 / 16.f, 2 / 16.f, 1 / 16.f, 2 / 16.f, 4 / 16.f,
                           2 / 16.f, 1 / 16.f, 2 / 16.f, 1 / 16.f};

struct filter {
    const char *name;
    kernel shape;
    colour channels;
    float bias = 0;
};

const std::array<filter, 16> filters = {{
    {"brightness, smoothed", smooth, grey},
    {"sharpened", {0, -1, 0, -1, 5, -1, 0, -1, 0}, grey},
    {"embossed", {-2, -1, 0, -1, 0, 1, 0, 1, 2}, grey, 0.5f},
    {"negative", smooth, {-0.299f, -0.587f, -0.114f}, 1},

    {"edges, brighter to the right", {-1, 0, 1, -2, 0, 2, -1, 0, 1}, grey},
    {"edges, brighter to the left", {1, 0, -1, 2, 0, -2, 1, 0, -1}, grey},
    {"edges, brighter below", {-1, -2, -1, 0, 0, 0, 1, 2, 1}, grey},
    {"edges, brighter above", {1, 2, 1, 0, 0, 0, -1, -2, -1}, grey},

    {"diagonal edges, brighter below right", {-2, -1, 0, -1, 0, 1, 0, 1, 2}, grey},
    {"diagonal edges, brighter below left", {0, -1, -2, 1, 0, -1, 2, 1, 0}, grey},
    {"bright spots (Laplacian)", {-1, -1, -1, -1, 8, -1, -1, -1, -1}, grey},
    {"dark spots (Laplacian)", {1, 1, 1, 1, -8, 1, 1, 1, 1}, grey},

    {"redder than green", smooth, {1, -1, 0}},
    {"bluer than yellow", smooth, {-0.5f, -0.5f, 1}},
    {"yellower than blue", smooth, {0.5f, 0.5f, -1}},
    {"thin bright lines, upright", {-1, 2, -1, -1, 2, -1, -1, 2, -1}, grey},
}};

} // namespace

filter_bank make_filters() {
    filter_bank bank;
    for (const filter &one : filters) {
        for (const float channel : one.channels) {
            for (const float weight : one.shape) {
                bank.weights.push_back(channel * weight);
            }
        }
        bank.bias.push_back(one.bias);
        bank.names.push_back(one.name);
    }
    return bank;
}
