#pragma once

namespace tiramisu::auto_scheduler {

/// What makes candidates. This version has rules of its own, whichever is named.
class schedules_generator {
public:
    virtual ~schedules_generator() = default;

protected:
    schedules_generator() = default;
};

class ml_model_schedules_generator : public schedules_generator {};

class exhaustive_generator : public schedules_generator {};

} // namespace tiramisu::auto_scheduler
