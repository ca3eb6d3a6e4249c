#pragma once

#include <functional>
#include <string>

namespace tiramisu::bench {

/// How large the pictures of the pipeline blur_resize are: a blur of 3 x 3, then one element for
/// each 2 x 2 of the blurred picture.
struct blur_sizes {
    static constexpr int result = 1024, blurred = 2 * result, source = blurred + 2;
};

/// The pipeline in Halide, scheduled by one of its autoschedulers, compiled into this process;
/// empty if the plugin is not there. Both pictures lie row by row.
std::function<void(const float *source, float *result)>
halide_blur(const std::string &plugin, const std::string &autoscheduler);

/// For pipelines made from now on, and those that exist.
void set_halide_threads(int threads);

} // namespace tiramisu::bench
