#pragma once

#include "nn/sparse/conv2d/tiling.h"

namespace tiramisu::nn {

/// What threads share out. With filters, all threads are at work in one slab: first on channels of
/// its copy, then on filters of a tile.
enum class shared_work { nothing, images, slabs, filters };

/// Groups of images or slabs, if there is one for each thread. Else filters, whose loops have to
/// be long enough to pay for starting them; these are handed out as threads get free, since some
/// filters have more non-zeros than others.
shared_work work_to_share(const sparse_conv2d_task &task, const tiling &blocking);

} // namespace tiramisu::nn
