#include "gpu/occupancy.h"

#include <algorithm>
#include <cmath>

namespace tiramisu::bench {

modelled_device h100() {
    return {"H100 SXM5", 132, 66900, 3350, 65536, 2048, 32, 228 * 1024, 1024};
}

int resident_blocks(const modelled_device &device, const kernel_shape &kernel, int registers) {
    constexpr int lanes = 32, register_step = 8;
    const int warps = (kernel.threads + lanes - 1) / lanes;
    const int of_warp = (registers + register_step - 1) / register_step * register_step * lanes;
    const int by_registers = registers > 0 ? device.registers / (of_warp * warps) : device.blocks;
    const int by_shared =
        device.shared_bytes / (kernel.shared_bytes + device.shared_bytes_of_system);
    const int by_threads = device.threads / (warps * lanes);
    return std::min({device.blocks, by_registers, by_shared, by_threads});
}

double predicted_share(const modelled_device &device, const kernel_shape &kernel, int registers,
                       double operations, double bytes) {
    if (resident_blocks(device, kernel, registers) == 0) {
        return 0;
    }
    const double each = kernel.blocks / device.multiprocessors;
    const double busy = each / std::ceil(each);
    const double fed = operations / bytes * device.bandwidth / device.fma_peak;
    return std::min({1.0, busy, fed});
}

} // namespace tiramisu::bench
