#pragma once

#include <vector>

/// The 16 filters of the demo, in the order of the contact sheet (rows from the top).
struct filter_bank {
    std::vector<float> weights; ///< [16][3][3][3]: filter, channel (R, G, B), row, column
    std::vector<float> bias;    ///< [16]
    std::vector<const char *> names;
};

filter_bank make_filters();
