#pragma once

#include <string>

namespace tiramisu::poly {

/// How the iterations of one loop run. Those of a GPU's kinds are proved as threads are.
enum class loop_kind {
    serial,
    parallel,   ///< on threads of the processor
    vectorized, ///< on the lanes of its vectors
    unrolled,
    pipelined,  ///< in a kernel: windows are copied one iteration ahead
    gpu_block,  ///< on blocks of threads of a GPU
    gpu_thread, ///< on the threads of one block
    gpu_lane    ///< on neighbouring threads that run in step
};

/// Whether iterations run on threads, of whatever machine: in no order, each with temporaries of
/// its own.
bool runs_on_threads(loop_kind kind);

/// Whether iterations run on a GPU.
bool runs_on_gpu(loop_kind kind);

/// Whether iterations run at once, on threads or on lanes.
bool runs_at_once(loop_kind kind);

/// Whether what lanes, registers and threads of a GPU hold follows from the loop.
bool asks_for_registers(loop_kind kind);

/// As texts call a loop of this kind: "parallel", "GPU block"; nothing for serial ones.
std::string to_string(loop_kind kind);

} // namespace tiramisu::poly
