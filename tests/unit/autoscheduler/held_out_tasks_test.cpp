#include <cmath>
#include <map>
#include <numeric>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "autoscheduler/cost/learned/accuracy.h"
#include "autoscheduler/cost/learned/boosted_trees.h"
#include "support/input_file.h"

// How well the model predicts programs of tasks that it has not seen. The schedules of the file
// were drawn at random, or led by the analytic model, and measured on one core of a Zen 4.

namespace tiramisu::tune {
namespace {

using by_task = std::map<std::string, std::vector<measured_schedule>>;

/// {"task": .., "seconds": .., "prior": .., "rows": [[place, value, ..], ..]}, a line a schedule.
by_task measured() {
    by_task all;
    const std::string text =
        support::text_of_file(TIRAMISU_TEST_DATA_DIR "/measured_schedules.jsonl");
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
        const auto told = nlohmann::json::parse(text.substr(at, text.find('\n', at) - at));
        measured_schedule one{told["task"].get<std::string>(),
                              {},
                              told["seconds"].get<double>(),
                              told["prior"].get<double>()};
        for (const auto &numbers : told["rows"]) {
            feature_row row{};
            for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
                row.at(numbers[i].get<std::size_t>()) = numbers[i + 1].get<float>();
            }
            one.rows.push_back(row);
        }
        all[one.task].push_back(one);
    }
    return all;
}

TEST(HeldOutTasks, ArePredictedFromOthers) {
    if (!has_boosted_trees()) {
        GTEST_SKIP() << "XGBoost is not installed";
    }
    const by_task all = measured();
    ASSERT_EQ(4U, all.size());
    double correlations = 0, peaks = 0;
    for (const auto &[held_out, schedules] : all) {
        std::vector<measured_schedule> others;
        for (const auto &[task, known] : all) {
            if (task != held_out) {
                others.insert(others.end(), known.begin(), known.end());
            }
        }
        boosted_trees trees;
        trees.fit(others);
        std::vector<double> predicted, speeds;
        for (const measured_schedule &one : schedules) {
            const std::vector<float> parts = trees.predict(one.rows);
            predicted.push_back(std::accumulate(parts.begin(), parts.end(), one.prior));
            speeds.push_back(1 / one.seconds);
        }
        const double correlation = rank_correlation(predicted, speeds);
        const double peak = peak_at(8, predicted, speeds);
        std::cout << held_out << ": rank correlation " << correlation << ", peak@8 " << peak
                  << ", of " << schedules.size() << " schedules\n";
        correlations += correlation / static_cast<double>(all.size());
        peaks += peak / static_cast<double>(all.size());
    }
    EXPECT_LT(0.55, correlations);
    EXPECT_LT(0.85, peaks);
}

} // namespace
} // namespace tiramisu::tune
