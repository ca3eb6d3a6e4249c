#include <dlfcn.h>

#include <filesystem>

#include "tiramisu/nn/perf_db.h"

// TIRAMISU_TO_SHIPPED is its path from the folder of the library, which is found at run time: an
// installed tree may be moved.

namespace tiramisu::nn {

std::string perf_db::shipped_file() {
    static const char inside_library = 0;
    Dl_info library;
    if (dladdr(&inside_library, &library) == 0) {
        return "";
    }
    const std::filesystem::path folder = std::filesystem::path(library.dli_fname).parent_path();
    const std::filesystem::path file = (folder / TIRAMISU_TO_SHIPPED).lexically_normal();
    return std::filesystem::exists(file) ? file.string() : "";
}

} // namespace tiramisu::nn
