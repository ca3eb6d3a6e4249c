#include "support/user_cache.h"

#include <charconv>
#include <filesystem>

#include <dlfcn.h>

#include "support/environment_variable.h"
#include "tiramisu/error.h"
#include "tiramisu/runtime.h"

namespace tiramisu::support {

namespace fs = std::filesystem;

std::string user_cache() {
    const std::string cache = environment_variable("XDG_CACHE_HOME");
    const std::string home = environment_variable("HOME");
    if (cache.empty() && home.empty()) {
        return "";
    }
    return (cache.empty() ? home + "/.cache" : cache) + "/tiramisu";
}

std::string code_cache_folder(const std::string &name) {
    const std::string given = environment_variable("TIRAMISU_CACHE");
    if (!given.empty()) {
        return given == "off" ? "" : given;
    }
    const std::string users = user_cache();
    return users.empty() ? "" : users + "/" + name;
}

std::uint64_t code_cache_bound() {
    const std::string given = environment_variable("TIRAMISU_CACHE_MB");
    std::uint64_t number = 0;
    const auto [end, failed] = std::from_chars(given.data(), given.data() + given.size(), number);
    const bool is_number = failed == std::errc() && end == given.data() + given.size();
    if (!given.empty() && (!is_number || number > std::uint64_t{1} << 32)) {
        throw user_error("TIRAMISU_CACHE_MB", "",
                         "\"" + given + "\" is no number of megabytes; write, for example, 2048");
    }
    return (given.empty() ? 2048 : number) << 20U;
}

std::string library_build() {
    Dl_info of_library;
    std::string text = tiramisu_version();
    if (dladdr(reinterpret_cast<const void *>(&library_build), &of_library) != 0) {
        std::error_code failed;
        const fs::path file = of_library.dli_fname;
        text += " " + file.string() + " " + std::to_string(fs::file_size(file, failed)) + " " +
                std::to_string(fs::last_write_time(file, failed).time_since_epoch().count());
    }
    return text;
}

} // namespace tiramisu::support
