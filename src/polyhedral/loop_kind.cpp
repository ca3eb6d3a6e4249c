#include "polyhedral/loop_kind.h"

namespace tiramisu::poly {

bool runs_on_threads(loop_kind kind) {
    switch (kind) {
    case loop_kind::parallel:
    case loop_kind::gpu_block:
    case loop_kind::gpu_thread:
    case loop_kind::gpu_lane: return true;
    case loop_kind::serial:
    case loop_kind::vectorized:
    case loop_kind::unrolled:
    case loop_kind::pipelined: break;
    }
    return false;
}

bool runs_on_gpu(loop_kind kind) {
    return runs_on_threads(kind) && kind != loop_kind::parallel;
}

bool runs_at_once(loop_kind kind) {
    return kind == loop_kind::vectorized || runs_on_threads(kind);
}

bool asks_for_registers(loop_kind kind) {
    return kind != loop_kind::serial && kind != loop_kind::parallel;
}

std::string to_string(loop_kind kind) {
    switch (kind) {
    case loop_kind::serial: break;
    case loop_kind::parallel: return "parallel";
    case loop_kind::vectorized: return "vectorized";
    case loop_kind::unrolled: return "unrolled";
    case loop_kind::pipelined: return "pipelined";
    case loop_kind::gpu_block: return "GPU block";
    case loop_kind::gpu_thread: return "GPU thread";
    case loop_kind::gpu_lane: return "GPU lane";
    }
    return "";
}

} // namespace tiramisu::poly
