#include <algorithm>
#include <array>
#include <map>

#include "autoscheduler/cost/cost_model.h"
#include "autoscheduler/cost/nest_costs.h"

namespace tiramisu::tune {

namespace {

// Of a core of a server processor of these years.
constexpr double cycles_a_second = 3.5e9;
constexpr double second_level = 32, third_level = 12, memory_bytes = 5; ///< bytes a cycle
constexpr double start_seconds = 4e-6;                                  ///< until all threads work

/// Operations of an instance of a statement, and of all that it computes inline. A chain of stages
/// reads one stage on many ways, so what is known of one is kept.
class inlined_operations {
public:
    inlined_operations(const program_view &view, const plan &what)
        : view_(view), what_(what), known_(view.statements.size(), -1) {
        for (const planned_nest &nest : what.nests) {
            if (nest.is_inlined) {
                makers_[view.statements[nest.statement].write.buffer].push_back(nest.statement);
            }
        }
    }

    double of(std::size_t statement) {
        double &sum = known_[statement];
        if (sum < 0) {
            sum = std::max(1.0, view_.statements[statement].operations);
            for (const access_view &read : view_.statements[statement].reads) {
                sum += of_read(statement, read);
            }
        }
        return sum;
    }

private:
    const program_view &view_;
    const plan &what_;
    std::map<std::string, std::vector<std::size_t>> makers_; ///< that are inlined, by their buffers
    std::vector<double> known_;                              ///< negative: not yet

    double of_read(std::size_t reader, const access_view &read) {
        double sum = 0;
        const auto makers = makers_.find(read.buffer);
        if (makers != makers_.end()) {
            for (const std::size_t maker : makers->second) {
                sum += maker == reader ? 0 : where_read(reader, maker);
            }
        }
        return sum;
    }

    /// What guards the borders of an array asks for a whole vector at once, and where borders are
    /// apart only there.
    double where_read(std::size_t reader, std::size_t maker) {
        constexpr double of_a_vector = 1.0 / 8;
        const double own = of(maker);
        return view_.statements[maker].is_guarded
                   ? own * of_a_vector * what_.nests[reader].at_borders
                   : own;
    }
};

class analytic_costs : public cost_model {
public:
    explicit analytic_costs(machine target) : target_(std::move(target)) {}

    std::string name() const override { return "analytic"; }

    prediction predict(const program_view &view, const plan &what) const override {
        std::vector<double> costs;
        const double speed = speed_of_shared(view, what);
        inlined_operations operations(view, what);
        for (const planned_nest &nest : what.nests) {
            costs.push_back(
                nest.is_inlined ? 0 : seconds_of(view, nest, operations.of(nest.statement), speed));
        }
        return prediction::sum_of(std::move(costs));
    }

private:
    const machine target_;

    /// That of the loops which others share.
    double speed_of_shared(const program_view &view, const plan &what) const {
        double speed = 1;
        for (const planned_nest &nest : what.nests) {
            speed = std::max(speed, nest_costs(view, nest, 1, target_).parallel_speed());
        }
        return speed;
    }

    double seconds_of(const program_view &view, const planned_nest &nest, double operations,
                      double speed_of_shared) const {
        const nest_costs costs(view, nest, operations, target_);
        std::array<double, 4> cycles = {
            costs.compute_cycles(),
            costs.traffic(static_cast<double>(target_.l1_bytes)) / second_level,
            costs.traffic(static_cast<double>(target_.l2_bytes)) / third_level,
            costs.traffic(static_cast<double>(target_.l3_bytes)) / memory_bytes};
        if (nest.is_inside_consumer) {
            cycles[3] = 0;
        }
        // They go on side by side, but not quite.
        constexpr double not_hidden = 0.25;
        double sum = 0;
        for (const double one : cycles) {
            sum += one;
        }
        const double most = *std::max_element(cycles.begin(), cycles.end());
        const bool follows = nest.shared > 0 || nest.is_inside_consumer;
        const double speed = std::max(costs.parallel_speed(), follows ? speed_of_shared : 1);
        return (most + not_hidden * (sum - most)) / cycles_a_second / speed +
               costs.parallel_starts() * start_seconds;
    }
};

} // namespace

std::unique_ptr<cost_model> analytic_model(const machine &target) {
    return std::make_unique<analytic_costs>(target);
}

} // namespace tiramisu::tune
