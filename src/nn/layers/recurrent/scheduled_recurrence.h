#pragma once

#include "nn/layers/recurrent/algorithm.h"
#include "nn/layers/recurrent/solver.h"

namespace tiramisu::nn {

/// A solver that schedules the one algorithm of all recurrent layers.
class scheduled_recurrence : public recurrent_solver {
public:
    std::string why_not(const recurrent_task &) const override { return {}; }
    std::size_t workspace_bytes(const recurrent_task &task,
                                const configuration &chosen) const final;
    recurrent_program generate(const recurrent_task &task, const configuration &chosen,
                               const std::string &name) const final;

protected:
    virtual recurrent_storage storage_of(const recurrent_task &task,
                                         const configuration &chosen) const = 0;
    /// Gives the stages their order, too.
    virtual void schedule(const recurrence &all, const recurrent_task &task,
                          const configuration &chosen) const = 0;
};

} // namespace tiramisu::nn
