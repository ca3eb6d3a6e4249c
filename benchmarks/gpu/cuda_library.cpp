#include "gpu/cuda_library.h"

#include <dlfcn.h>
#include <glob.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace tiramisu::bench {

namespace {

/// Where the packages of NVIDIA are, which share the name "nvidia"; empty if there are none.
std::string patterns_of_python() {
    constexpr const char *command =
        "python3 -c 'import nvidia; print(\":\".join(p + \"/*/lib\" for p in nvidia.__path__))' "
        "2>/dev/null";
    std::string printed;
    if (FILE *const answer = popen(command, "r")) {
        std::array<char, 4096> line = {};
        while (std::fgets(line.data(), line.size(), answer) != nullptr) {
            printed += line.data();
        }
        pclose(answer);
    }
    return printed.substr(0, printed.find('\n'));
}

void add_folders(const std::string &patterns, std::vector<std::string> &folders) {
    std::istringstream words(patterns);
    for (std::string pattern; std::getline(words, pattern, ':');) {
        glob_t found = {};
        if (!pattern.empty() && glob(pattern.c_str(), 0, nullptr, &found) == 0) {
            folders.insert(folders.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
        }
        globfree(&found);
    }
}

const std::vector<std::string> &folders() {
    static const std::vector<std::string> all = [] {
        std::vector<std::string> made;
        if (const char *const named = std::getenv("TIRAMISU_CUDA_LIBRARIES")) {
            add_folders(named, made);
        }
        add_folders(patterns_of_python(), made);
        add_folders("/usr/local/cuda/lib64", made);
        return made;
    }();
    return all;
}

} // namespace

cuda_library::cuda_library(const std::vector<std::string> &file_names) {
    const auto opens = [&](const std::string &path) {
        // Global: those of cuDNN look for functions of the others.
        handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
        file_name_ = path;
        return handle_ != nullptr;
    };
    for (const std::string &name : file_names) {
        if (opens(name)) {
            return;
        }
        for (const std::string &folder : folders()) {
            if (opens(folder + "/" + name)) {
                return;
            }
        }
    }
}

void *cuda_library::address(const char *name) const {
    void *const found = dlsym(handle_, name);
    if (found == nullptr) {
        throw std::runtime_error(file_name_ + " has no function " + name);
    }
    return found;
}

} // namespace tiramisu::bench
