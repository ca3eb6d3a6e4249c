#include "nn/framework/layer/code_folder.h"

#include <optional>

#include "nn/framework/perf_db/without_forks.h"
#include "support/immortal.h"
#include "support/user_cache.h"

namespace tiramisu::nn {

namespace {

/// What the process was told, in the place of what the environment says.
struct folder_settings {
    std::optional<std::string> path;
    std::optional<std::uint64_t> bound;
};

/// Used by one thread at a time: without_forks().
folder_settings &settings() {
    static folder_settings &all = support::immortal<folder_settings>();
    return all;
}

} // namespace

kept_layers layer_cache_folder() {
    const auto lock = without_forks();
    const folder_settings &told = settings();
    return {told.path ? *told.path : support::code_cache_folder("layers"),
            told.bound ? *told.bound : support::code_cache_bound()};
}

void set_layer_cache_folder(const std::string &path) {
    const auto lock = without_forks();
    settings().path = path;
}

void set_layer_cache_folder_bound(std::uint64_t bytes) {
    const auto lock = without_forks();
    settings().bound = bytes;
}

support::file_cache code_folder() {
    const kept_layers here = layer_cache_folder();
    return {here.path, here.bound};
}

} // namespace tiramisu::nn
