#include "support/installed_file.h"

#include <dlfcn.h>

#include <filesystem>

// TIRAMISU_TO_SHARE is the path of that folder from the folder of the library, which is found at
// run time: an installed tree may be moved.

namespace tiramisu::support {

std::string installed_file(const std::string &name) {
    static const char inside_library = 0;
    Dl_info library;
    if (dladdr(&inside_library, &library) == 0) {
        return "";
    }
    const std::filesystem::path folder = std::filesystem::path(library.dli_fname).parent_path();
    const std::filesystem::path file = (folder / TIRAMISU_TO_SHARE / name).lexically_normal();
    return std::filesystem::exists(file) ? file.string() : "";
}

} // namespace tiramisu::support
