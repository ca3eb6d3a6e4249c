#include "peers/versions.h"

#include "peers/python_peers.h"
#include "peers/shared_library.h"
#include "peers/xsmm_sparse.h"

#include <HalideRuntime.h>
#include <tiramisu/runtime.h>

#ifdef TIRAMISU_BENCH_OPENBLAS
#include <cblas.h>
#endif

namespace tiramisu::bench {

namespace {

std::string numbers(int major, int minor, int patch) {
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

std::string of_onednn(const shared_library &library) {
    struct version { // the beginning of dnnl_version_t
        int major, minor, patch;
    };
    const version *const told = library.function<const version *()>("dnnl_version")();
    return numbers(told->major, told->minor, told->patch);
}

std::string of_mkl(const shared_library &library) {
    char text[200] = {};
    library.function<void(char *, int)>("MKL_Get_Version_String")(text, sizeof text);
    const std::string all = text;
    return all.substr(0, all.find_last_not_of(' ') + 1);
}

} // namespace

std::map<std::string, std::string> library_versions() {
    std::map<std::string, std::string> known = {
        {"tiramisu", tiramisu_version()},
        {"halide", numbers(HALIDE_VERSION_MAJOR, HALIDE_VERSION_MINOR, HALIDE_VERSION_PATCH)}};
#ifdef TIRAMISU_BENCH_OPENBLAS
    known["openblas"] = openblas_get_config();
#endif
    if (const shared_library onednn("libdnnl.so.3"); onednn.is_there()) {
        known["onednn"] = of_onednn(onednn);
    }
    if (const shared_library mkl("libmkl_rt.so.3"); mkl.is_there()) {
        known["mkl"] = of_mkl(mkl);
    }
    if (const std::string xsmm = xsmm_version(); !xsmm.empty()) {
        known["libxsmm"] = xsmm;
    }
    known.merge(python_peer_versions());
    return known;
}

} // namespace tiramisu::bench
