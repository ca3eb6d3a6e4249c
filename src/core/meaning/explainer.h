#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// Writes schedule errors in the user's names.
class explainer {
public:
    explainer(const function_state &function, const analysis &now, source_place where)
        : function_(function), now_(now), where_(where) {}

    schedule_error broken_order(const poly::witness &found) const;
    /// The loop's iterations cannot run at once.
    schedule_error carried(const poly::witness &found, const poly::shared_loop &loop,
                           poly::loop_kind kind) const;
    /// The loop's iterations cannot each have the buffer for themselves.
    schedule_error not_private(const poly::witness &found, const poly::shared_loop &loop,
                               const std::string &subject, const std::string &call) const;

private:
    const poly::dependence &dependence_of(const poly::witness &found) const;
    schedule_error::broken_dependence describe(const poly::witness &found) const;
    std::vector<long> own_iterators(const computation_state &definition,
                                    const std::vector<long> &instance) const;
    /// A loop whose iterations cannot run at once as it has them run.
    struct tagged_loop {
        int level;
        poly::loop_kind kind;
    };
    /// Of the order of instances, where it is not a loop that is wrong.
    schedule_error make(const poly::witness &found, const schedule_error::broken_dependence &broken,
                        const std::string &problem,
                        const std::optional<tagged_loop> &loop = std::nullopt) const;
    /// The last command that brings the two together, else the last one on either; of those that
    /// may be to blame: that may change the order, or make the loop what it is.
    const command *responsible_command(const std::string &source, const std::string &sink,
                                       const std::optional<tagged_loop> &loop) const;
    bool makes(const command &given, const tagged_loop &loop) const;
    const poly::scheduled_statement &statement(const std::string &id) const;
    /// Loop of the sink at a dimension of the timestamps; empty for a constant dimension.
    std::string loop_at(const poly::witness &found, std::size_t dim) const;

    const function_state &function_;
    const analysis &now_;
    source_place where_;
};

} // namespace tiramisu::core
