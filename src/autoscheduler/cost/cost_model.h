#pragma once

#include <memory>
#include <string>
#include <vector>

#include "autoscheduler/space/machine.h"
#include "tiramisu/tune/plan.h"

namespace tiramisu::tune {

/// What is expected of a plan.
struct prediction {
    double seconds = 0; ///< about: what counts is which candidate takes less
    /// By statement of the view. Less is better; in which unit is the model's business.
    std::vector<double> statements;

    /// Of seconds by statement.
    static prediction sum_of(std::vector<double> statements);
};

/// Says how long a candidate takes before it is built.
class cost_model {
public:
    cost_model() = default;
    cost_model(const cost_model &) = delete;
    cost_model &operator=(const cost_model &) = delete;
    virtual ~cost_model() = default;

    virtual std::string name() const = 0;
    virtual prediction predict(const program_view &view, const plan &what) const = 0;
    /// How long a plan takes. What is predicted changes by learn_all() only, so that predictions
    /// between two calls of it can be compared.
    virtual void learn(const program_view & /*view*/, const plan & /*what*/, double /*seconds*/) {}
    virtual void learn_all() {}
    /// Keeps what was learned, where it has a place for that.
    virtual void save() const {}
};

/// Numbers that hang on the commands and the seed alone.
std::unique_ptr<cost_model> random_model(unsigned seed);

/// Operations, loads and stores of the innermost loops against what the processor starts in a
/// cycle, and traffic between caches against their bandwidths (a roofline for each level).
std::unique_ptr<cost_model> analytic_model(const machine &target);

} // namespace tiramisu::tune
