#ifdef TIRAMISU_HAS_XGBOOST

#include "autoscheduler/cost/learned/xgboost_library.h"

#include <optional>

#include <dlfcn.h>

namespace tiramisu::tune {

namespace {

template <typename Function>
bool find(void *library, const char *name, Function &found) {
    found = reinterpret_cast<Function>(dlsym(library, name));
    return found != nullptr;
}

std::optional<xgboost_library> open_library() {
    void *library = nullptr;
    for (const char *name : {"libxgboost.so.0", "libxgboost.so"}) {
        library = library == nullptr ? dlopen(name, RTLD_NOW | RTLD_LOCAL) : library;
    }
    xgboost_library found;
    const bool is_whole = library != nullptr &&
                          find(library, "XGBGetLastError", found.last_error) &&
                          find(library, "XGDMatrixCreateFromMat", found.make_matrix) &&
                          find(library, "XGDMatrixFree", found.free_matrix) &&
                          find(library, "XGBoosterCreate", found.make_booster) &&
                          find(library, "XGBoosterFree", found.free_booster) &&
                          find(library, "XGBoosterSetParam", found.set) &&
                          find(library, "XGBoosterBoostOneIter", found.boost) &&
                          find(library, "XGBoosterPredictFromDMatrix", found.predict_matrix) &&
                          find(library, "XGBoosterPredictFromDense", found.predict_dense) &&
                          find(library, "XGBoosterSaveModelToBuffer", found.save) &&
                          find(library, "XGBoosterLoadModelFromBuffer", found.load);
    return is_whole ? std::optional(found) : std::nullopt;
}

} // namespace

const xgboost_library *xgboost_library::loaded() {
    static const std::optional<xgboost_library> library = open_library();
    return library ? &*library : nullptr;
}

} // namespace tiramisu::tune

#endif
