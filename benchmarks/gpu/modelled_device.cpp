#include "gpu/modelled_device.h"

#include <algorithm>
#include <cmath>

namespace tiramisu::bench {

modelled_device h100() {
    return {"H100 SXM5", "sm_90", 132, 66900, 3350};
}

double predicted_share(const modelled_device &device, double blocks, double operations,
                       double bytes) {
    const double each = blocks / device.multiprocessors;
    const double busy = each / std::ceil(each);
    const double fed = operations / bytes * device.bandwidth / device.fma_peak;
    return std::min({1.0, busy, fed});
}

} // namespace tiramisu::bench
