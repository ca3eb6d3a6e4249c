#pragma once

#include <memory>
#include <string>
#include <vector>

#include "autoscheduler/space/machine.h"
#include "autoscheduler/space/plan.h"

namespace tiramisu::tune {

/// Says how long a candidate takes before it is built.
class cost_model {
public:
    cost_model() = default;
    cost_model(const cost_model &) = delete;
    cost_model &operator=(const cost_model &) = delete;
    virtual ~cost_model() = default;

    virtual std::string name() const = 0;
    /// Seconds, about, by statement of the view. What counts is which candidate takes less.
    virtual std::vector<double> statement_seconds(const program_view &view,
                                                  const plan &what) const = 0;
    double seconds(const program_view &view, const plan &what) const;
};

/// Numbers that hang on the commands and the seed alone.
std::unique_ptr<cost_model> random_model(unsigned seed);

/// Operations, loads and stores of the innermost loops against what the processor starts in a
/// cycle, and traffic between caches against their bandwidths (a roofline for each level).
std::unique_ptr<cost_model> analytic_model(const machine &on);

/// "analytic" or "random". Throws user_error for other names.
std::unique_ptr<cost_model> model_called(const std::string &name, const machine &on, unsigned seed);

} // namespace tiramisu::tune
