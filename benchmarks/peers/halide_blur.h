#pragma once

#include <functional>
#include <string>

namespace tiramisu::bench {

/// How large the images of the pipeline blur_resize are: a blur of 3 x 3, then one element for
/// each 2 x 2 of the blurred image.
struct blur_sizes {
    static constexpr int result = 1024, blurred = 2 * result, source = blurred + 2;
};

/// The pipeline in Halide, scheduled by one of its autoschedulers, compiled into this process;
/// empty if the plugin is not there. Both images lie row by row.
std::function<void(const float *source, float *result)>
halide_blur(const std::string &plugin, const std::string &autoscheduler);

/// Sets how many threads all of Halide's pipelines have, and runs one of them, for which the
/// threads are started.
void set_halide_threads(int threads, const std::function<void()> &run);

} // namespace tiramisu::bench
