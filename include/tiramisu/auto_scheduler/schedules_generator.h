#pragma once

#include "tiramisu/auto_scheduler/no_search.h"

namespace tiramisu::auto_scheduler {

class schedules_generator {
public:
    virtual ~schedules_generator() = default;

protected:
    schedules_generator() = default;
};

class ml_model_schedules_generator : public schedules_generator {
public:
    ml_model_schedules_generator(source_place where = source_place::current()) {
        detail::refuse_search("ml_model_schedules_generator", where);
    }
};

class exhaustive_generator : public schedules_generator {
public:
    exhaustive_generator(source_place where = source_place::current()) {
        detail::refuse_search("exhaustive_generator", where);
    }
};

} // namespace tiramisu::auto_scheduler
