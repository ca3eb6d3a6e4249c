#pragma once

#include "nn/layers/recurrent/scheduled_recurrence.h"

namespace tiramisu::nn {

/// The recurrence as it is written, step after step of layer after layer. Solves everything; what
/// the others are compared with.
class naive_recurrent : public scheduled_recurrence {
public:
    std::string name() const override { return "naive"; }
    std::vector<tunable> tunables(const recurrent_task &) const override { return {}; }
    configuration default_configuration(const recurrent_task &) const override { return {}; }

protected:
    recurrent_storage storage_of(const recurrent_task &task,
                                 const configuration &chosen) const override;
    void schedule(const recurrence &all, const recurrent_task &task,
                  const configuration &chosen) const override;
};

} // namespace tiramisu::nn
