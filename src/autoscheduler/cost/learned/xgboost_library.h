#pragma once

#include <xgboost/c_api.h>

namespace tiramisu::tune {

/// The functions of XGBoost that are used, found in its library while the program runs.
struct xgboost_library {
    decltype(&XGBGetLastError) last_error = nullptr;
    decltype(&XGDMatrixCreateFromMat) make_matrix = nullptr;
    decltype(&XGDMatrixFree) free_matrix = nullptr;
    decltype(&XGBoosterCreate) make_booster = nullptr;
    decltype(&XGBoosterFree) free_booster = nullptr;
    decltype(&XGBoosterSetParam) set = nullptr;
    decltype(&XGBoosterBoostOneIter) boost = nullptr;
    decltype(&XGBoosterPredictFromDMatrix) predict_matrix = nullptr;
    decltype(&XGBoosterPredictFromDense) predict_dense = nullptr;
    decltype(&XGBoosterSaveModelToBuffer) save = nullptr;
    decltype(&XGBoosterLoadModelFromBuffer) load = nullptr;

    /// Null where there is no library.
    static const xgboost_library *loaded();
};

} // namespace tiramisu::tune
