#include "peers/shared_library.h"

#include <dlfcn.h>
#include <glob.h>

#include <stdexcept>

namespace tiramisu::bench {

namespace {

/// Null if no unpacked wheel has the file.
void *open_in_wheels(const std::string &file_name) {
    const std::string pattern = TIRAMISU_BENCH_PEERS "/*/*.data/data/lib/" + file_name;
    glob_t found = {};
    void *handle = nullptr;
    if (glob(pattern.c_str(), 0, nullptr, &found) == 0) {
        handle = dlopen(found.gl_pathv[0], RTLD_NOW | RTLD_LOCAL);
    }
    globfree(&found);
    return handle;
}

} // namespace

shared_library::shared_library(const std::string &file_name)
    : file_name_(file_name), handle_(open_in_wheels(file_name)) {}

void *shared_library::address(const char *name) const {
    void *const found = dlsym(handle_, name);
    if (found == nullptr) {
        throw std::runtime_error(file_name_ + " has no function " + name);
    }
    return found;
}

} // namespace tiramisu::bench
