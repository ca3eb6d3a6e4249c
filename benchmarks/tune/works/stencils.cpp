#include "dnn/images.h"
#include "peers/jacobi_loops.h"
#include "schedules/jacobi.h"
#include "tune/works/families.h"

#include <algorithm>

namespace tiramisu::bench {

namespace {

/// Both planes begin alike, so that both have the border.
std::vector<aligned_floats> values(int size) {
    const std::size_t plane = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    aligned_floats planes = randoms(2 * plane, 1);
    std::copy_n(planes.begin(), plane, planes.begin() + static_cast<std::ptrdiff_t>(plane));
    return {planes};
}

tuned_work jacobi(int size, int steps) {
    const double inside = size - 2;
    return {"jacobi_2d_" + std::to_string(size) + "_" + std::to_string(steps),
            5 * inside * inside * steps, [=] { return declare_jacobi(size, steps).declared; },
            [=] { return values(size); },
            [=](const std::vector<aligned_floats> &, int, aligned_floats &result) {
                float *const planes = result.data();
                return std::vector<contender>{
                    {"plain", [=] { jacobi_plain_loops(planes, size, steps); }, planes},
                    {"tiled_by_hand", [=] { jacobi_tiled_loops(planes, size, steps); }, planes}};
            }};
}

} // namespace

std::vector<tuned_work> stencil_works() {
    return {jacobi(1000, 50), jacobi(4000, 100)};
}

} // namespace tiramisu::bench
