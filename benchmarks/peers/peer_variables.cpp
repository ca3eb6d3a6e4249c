#include "peers/peer_variables.h"

#include <algorithm>

namespace tiramisu::bench {

namespace {

// OpenBLAS, MKL, oneDNN, libxsmm, PyTorch, ONNX Runtime, OpenVINO, Halide, and those of CUDA.
constexpr const char *prefixes[] = {
    "OPENBLAS_", "GOTO_",     "MKL_",   "ONEDNN_", "DNNL_",  "LIBXSMM_", "ATEN_",    "TORCH_",
    "ORT_",      "OPENVINO_", "OV_CPU", "HL_",     "CUBLAS", "CUDNN",    "CUSPARSE", "NVIDIA_TF32"};

} // namespace

std::vector<std::string> peer_variables(const char *const *environment) {
    std::vector<std::string> names;
    for (; *environment != nullptr; environment++) {
        const std::string entry = *environment;
        const bool is_peers =
            std::any_of(std::begin(prefixes), std::end(prefixes),
                        [&](const char *prefix) { return entry.rfind(prefix, 0) == 0; });
        if (is_peers) {
            names.push_back(entry.substr(0, entry.find('=')));
        }
    }
    return names;
}

} // namespace tiramisu::bench
