#pragma once

#include <memory>
#include <string>

#include "autoscheduler/cost/cost_model.h"
#include "autoscheduler/cost/expected_speed.h"
#include "autoscheduler/cost/learned/boosted_trees.h"

namespace tiramisu::tune {

/// Ansor's model (OSDI 2020, section 5.2): trees that learn from what is measured, of what
/// features.h says of each statement. Unlike Ansor's they begin from what another model expects,
/// and learn what is wrong with that: so that a hundred measured schedules are worth something.
class learned_model : public cost_model {
public:
    /// `task`: key of the program that is looked at, on this machine.
    /// Throws unsupported_error where there is no XGBoost.
    learned_model(std::string task, std::unique_ptr<cost_model> before);

    std::string name() const override { return "learned"; }
    prediction predict(const program_view &view, const plan &what) const override;
    void learn(const program_view &view, const plan &what, double seconds) override;
    /// Learns anew where there is a fifth more to learn from than before.
    void learn_all() override;

    /// Schedules of other programs to learn from as well, or of this one from before.
    void add(std::vector<measured_schedule> known);
    /// Predictions begin with what the file has, if there is one, and save() writes to it. Throws
    /// io_error, and user_error for a file that is no such model.
    void keep_in(const std::string &path);
    void save() const override;

private:
    const std::string task_;
    const std::unique_ptr<cost_model> before_;
    const expected_speed expected_;
    boosted_trees trees_;
    std::string path_; ///< empty: what is learned is not kept
    std::vector<measured_schedule> known_;
    std::size_t learned_ = 0; ///< so many of them are in the trees
    double least_ = 0;        ///< seconds of this task's best; 0 where none is known
};

} // namespace tiramisu::tune
