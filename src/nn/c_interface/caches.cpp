#include "nn/c_interface/guarded_call.h"
#include "support/immortal.h"
#include "tiramisu/nn/layer_cache.h"

using namespace tiramisu;
using namespace tiramisu::nn;

namespace {

const support::per_thread<std::string> told_folder;

} // namespace

tiramisu_status tiramisu_get_layer_cache(tiramisu_layer_cache *found) {
    return guarded_call([&] {
        tiramisu_layer_cache &place = required_place("tiramisu_get_layer_cache", found);
        const layer_cache_contents now = layer_cache();
        place = {
            now.layers.size(),         now.bytes, now.bound, now.compiled, now.shared, now.loaded,
            layer_cache_folder().bound};
    });
}

const char *tiramisu_layer_cache_folder(void) {
    const char *path = "";
    guarded_call([&] {
        *told_folder = layer_cache_folder().path;
        path = told_folder->c_str();
    });
    return path;
}

tiramisu_status tiramisu_set_layer_cache_bound(size_t bytes) {
    return guarded_call([&] { set_layer_cache_bound(bytes); });
}

tiramisu_status tiramisu_set_layer_cache_folder_bound(uint64_t bytes) {
    return guarded_call([&] { set_layer_cache_folder_bound(bytes); });
}

tiramisu_status tiramisu_set_layer_cache_folder(const char *path) {
    return guarded_call([&] { set_layer_cache_folder(path == nullptr ? "" : path); });
}

tiramisu_status tiramisu_clear_layer_cache(void) {
    return guarded_call([] { clear_layer_cache(); });
}
