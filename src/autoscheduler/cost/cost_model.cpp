#include "autoscheduler/cost/cost_model.h"

#include <numeric>

namespace tiramisu::tune {

namespace {

class random_costs : public cost_model {
public:
    explicit random_costs(unsigned seed) : seed_(seed) {}

    std::string name() const override { return "random"; }

    prediction predict(const program_view &view, const plan &what) const override {
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
        return prediction::sum_of(std::move(costs));
    }

private:
    const unsigned seed_;
};

} // namespace

prediction prediction::sum_of(std::vector<double> statements) {
    const double all = std::accumulate(statements.begin(), statements.end(), 0.0);
    return {all, std::move(statements)};
}

std::unique_ptr<cost_model> random_model(unsigned seed) {
    return std::make_unique<random_costs>(seed);
}

} // namespace tiramisu::tune
