#include "autoscheduler/cost/cost_model.h"

#include <numeric>

#include "tiramisu/error.h"

namespace tiramisu::tune {

namespace {

class random_costs : public cost_model {
public:
    explicit random_costs(unsigned seed) : seed_(seed) {}

    std::string name() const override { return "random"; }

    std::vector<double> statement_seconds(const program_view &view,
                                          const plan &what) const override {
        std::vector<double> costs;
        for (const statement_view &statement : view.statements) {
            std::vector<command> own;
            for (const command &one : what.commands) {
                if (one.computation == statement.id) {
                    own.push_back(one);
                }
            }
            const std::size_t hash = schedule(std::to_string(seed_), own).hash();
            constexpr std::size_t steps = 1000003;
            costs.push_back(1 + static_cast<double>(hash % steps) / steps);
        }
        return costs;
    }

private:
    const unsigned seed_;
};

} // namespace

double cost_model::seconds(const program_view &view, const plan &what) const {
    const std::vector<double> costs = statement_seconds(view, what);
    return std::accumulate(costs.begin(), costs.end(), 0.0);
}

std::unique_ptr<cost_model> random_model(unsigned seed) {
    return std::make_unique<random_costs>(seed);
}

std::unique_ptr<cost_model> model_called(const std::string &name, const machine &on,
                                         unsigned seed) {
    if (name == "analytic") {
        return analytic_model(on);
    }
    if (name == "random") {
        return random_model(seed);
    }
    throw user_error("tuning", "",
                     "there is no cost model \"" + name + "\"; there are analytic, random");
}

} // namespace tiramisu::tune
