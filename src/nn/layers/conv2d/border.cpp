#include "nn/layers/conv2d/border.h"

#include <algorithm>

namespace tiramisu::nn {

namespace {

bool every_row_meets_the_image(const conv2d_problem &problem) {
    const int last_top = (problem.oh - 1) * problem.sh - problem.ph;
    return problem.ph < problem.kh && last_top < problem.ih;
}

} // namespace

std::vector<column_band> column_bands(const conv2d_problem &problem) {
    if (problem.dh != 0 || problem.dw != 0 || !every_row_meets_the_image(problem)) {
        return {};
    }
    std::vector<column_band> bands;
    for (int x = 0; x < problem.ow; x++) {
        const int left = x * problem.sw - problem.pw;
        const int first = std::max(0, -left), end = std::min(problem.kw, problem.iw - left);
        if (first >= end) {
            return {};
        }
        if (!bands.empty() && bands.back().kernel_first == first &&
            bands.back().kernel_end == end) {
            bands.back().end++;
        } else {
            bands.push_back({x, x + 1, first, end});
        }
    }
    return bands;
}

std::vector<column_band> bands_in_place(const conv2d_task &task) {
    if (task.layouts.src == layout::nchw || task.any_size) {
        return {};
    }
    std::vector<column_band> bands = column_bands(task.problem);
    return bands.size() <= most_bands_in_place ? bands : std::vector<column_band>();
}

conv2d_iterators iterators_of(const column_band &band, const conv2d_iterators &at,
                              const conv2d_problem &problem) {
    conv2d_iterators made = at;
    const expr top = at.y * problem.sh - problem.ph;
    made.ky = var("ky", max(0 - top, 0), min(problem.ih - top, problem.kh));
    made.x = var("x", band.first, band.end);
    made.kx = var("kx", band.kernel_first, band.kernel_end);
    return made;
}

} // namespace tiramisu::nn
