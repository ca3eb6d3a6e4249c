#pragma once

#include "nn/layers/recurrent/scheduled_recurrence.h"

namespace tiramisu::nn {

/// Layers and blocks of steps are skewed: block t of layer l runs in wave l + t, after block t of
/// the layer below and block t - 1 of its own, which are in the wave before. So the layers of a
/// wave run in parallel, each on a thread, which is done with t_block steps before it waits for
/// others:
///
///     for waves
///         parallel for layers                                       wave - layer = block of steps
///             the steps of the block as in layer_order, in one thread
class wavefront_recurrent : public scheduled_recurrence {
public:
    std::string name() const override { return "wavefront"; }
    /// Of two directions, a layer's first step needs the last one of the layer below.
    std::string why_not(const recurrent_task &task) const override;
    /// Only threads make it faster than layer_order, and only where a step's work is not enough for
    /// them.
    bool is_for_rule(const recurrent_task &task) const override;
    std::vector<tunable> tunables(const recurrent_task &task) const override;
    /// recurrent_tiles' own, of so few steps a block that there are four times as many blocks as
    /// layers.
    configuration default_configuration(const recurrent_task &task) const override;

protected:
    recurrent_storage storage_of(const recurrent_task &task,
                                 const configuration &chosen) const override;
    void schedule(const recurrence &all, const recurrent_task &task,
                  const configuration &chosen) const override;
};

} // namespace tiramisu::nn
