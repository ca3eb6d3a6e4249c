#pragma once

#include <string>
#include <vector>

/// What a training came to.
struct progress {
    std::vector<float> losses;     ///< of each step
    std::vector<float> accuracies; ///< on digits that were kept apart, after each epoch
};

/// Draws the losses, from 0 to the first one, and the accuracies, from 0.8 to 1, over the steps.
/// Throws std::runtime_error with the path and the reason.
void draw_png(const progress &of, const std::string &path);
