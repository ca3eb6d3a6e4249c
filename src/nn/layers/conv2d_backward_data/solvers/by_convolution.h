#pragma once

#include <utility>

#include "nn/layers/conv2d_backward_data/solver.h"

namespace tiramisu::nn {

/// The convolution of diff_dst with turned weights that gives diff_src, where there is one.
conv2d_task turned_convolution(const backward_data_task &task);
/// Why there is none; empty if there is one.
std::string why_no_turned_convolution(const backward_data_task &task);

/// What a solver of convolutions makes of that one: packing turns the weights, so that nothing else
/// has to know that they are turned.
template <typename Solver>
class by_convolution : public backward_data_solver {
public:
    std::string name() const override { return of_convolutions_.name(); }
    int revision() const override { return of_convolutions_.revision(); }
    std::string why_not(const backward_data_task &task) const override {
        const std::string reason = why_no_turned_convolution(task);
        return reason.empty() ? of_convolutions_.why_not(turned_convolution(task)) : reason;
    }
    bool is_for_rule(const backward_data_task &task) const override {
        return of_convolutions_.is_for_rule(turned_convolution(task));
    }
    double relative_work(const backward_data_task &task) const override {
        return of_convolutions_.relative_work(turned_convolution(task));
    }
    std::size_t workspace_bytes(const backward_data_task &task,
                                const configuration &chosen) const override {
        return of_convolutions_.workspace_bytes(turned_convolution(task), chosen);
    }
    std::vector<tunable> tunables(const backward_data_task &task) const override {
        return of_convolutions_.tunables(turned_convolution(task));
    }
    configuration default_configuration(const backward_data_task &task) const override {
        return of_convolutions_.default_configuration(turned_convolution(task));
    }
    packed_program generate(const backward_data_task &task, const configuration &chosen,
                            const std::string &name) const override {
        return of_convolutions_.generate(turned_convolution(task), chosen, name);
    }

private:
    Solver of_convolutions_;
};

} // namespace tiramisu::nn
