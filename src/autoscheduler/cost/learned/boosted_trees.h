#pragma once

#include <memory>
#include <string>
#include <vector>

#include "autoscheduler/cost/learned/training_set.h"

namespace tiramisu::tune {

/// Trees that correct what is expected of a program's speed by a sum over its statements, by
/// XGBoost. Its library is loaded when the first of these is made, so that nothing else needs it.
class boosted_trees {
public:
    /// Throws unsupported_error where there is no XGBoost, and says how to get it.
    boosted_trees();
    boosted_trees(const boosted_trees &) = delete;
    boosted_trees &operator=(const boosted_trees &) = delete;
    ~boosted_trees();

    /// Learns anew, from these alone and on top of what take() was given. Throws user_error where
    /// there are none.
    void fit(const std::vector<measured_schedule> &all);
    bool is_fitted() const { return is_fitted_; }
    /// By row; a program's speed is the sum of its rows' values and its prior.
    std::vector<float> predict(const std::vector<feature_row> &rows) const;

    /// As JSON, and back. Throws user_error for a text that is not such a model.
    std::string text() const;
    void take(const std::string &text);

private:
    struct booster;
    std::unique_ptr<booster> booster_;
    std::string taken_;
    bool is_fitted_ = false;
};

/// Whether boosted_trees can be made.
bool has_boosted_trees();

} // namespace tiramisu::tune
