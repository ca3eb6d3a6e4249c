#include "autoscheduler/cost/learned/learned_model.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "autoscheduler/cost/features/of_plan.h"
#include "support/input_file.h"

namespace tiramisu::tune {

namespace {

using json = nlohmann::ordered_json;

constexpr const char *kind_of_file = "tiramisu cost model";
constexpr int version = 1;

} // namespace

learned_model::learned_model(std::string task, std::unique_ptr<cost_model> before)
    : task_(std::move(task)), before_(std::move(before)), expected_(*before_) {}

prediction learned_model::predict(const program_view &view, const plan &what) const {
    const prediction expected = before_->predict(view, what);
    if (!trees_.is_fitted()) {
        return expected;
    }
    const std::vector<float> corrections =
        trees_.predict(features_of(running_program_of(view, what)));
    const double best = expected_.best(view);
    prediction made;
    double speed = std::min(1.0, best / expected.seconds);
    auto next = corrections.begin();
    for (const planned_nest &nest : what.nests) {
        const double own = nest.is_inlined ? 0 : static_cast<double>(*next++);
        speed += own;
        made.statements.push_back(expected.statements[nest.statement] / best - own);
    }
    // Trees may say of a program that it takes longer than for ever.
    constexpr double slowest = 1e-3;
    made.seconds = (least_ > 0 ? least_ : best) / std::max(speed, slowest);
    return made;
}

void learned_model::learn(const program_view &view, const plan &what, double seconds) {
    add({{task_, features_of(running_program_of(view, what)), seconds, expected_.of(view, what)}});
}

void learned_model::add(std::vector<measured_schedule> known) {
    for (measured_schedule &one : known) {
        if (one.task == task_ && (least_ == 0 || one.seconds < least_)) {
            least_ = one.seconds;
        }
        known_.push_back(std::move(one));
    }
}

void learned_model::learn_all() {
    constexpr std::size_t enough = 16;
    if (known_.size() >= enough && 5 * known_.size() >= 6 * learned_) {
        trees_.fit(known_);
        learned_ = known_.size();
    }
}

void learned_model::save() const {
    if (path_.empty() || !trees_.is_fitted()) {
        return;
    }
    std::ofstream file(path_);
    file << json{{"kind", kind_of_file},
                 {"version", version},
                 {"features", feature_count},
                 {"trees", json::parse(trees_.text())}}
                .dump()
         << '\n';
    if (!file.flush()) {
        throw io_error(path_, "write", std::strerror(errno));
    }
}

void learned_model::keep_in(const std::string &path) {
    path_ = path;
    if (!std::filesystem::exists(path)) {
        return;
    }
    const json told = json::parse(support::text_of_file(path), nullptr, false);
    const auto is = [&](const char *key, const json &value) {
        return told.is_object() && told.contains(key) && told[key] == value;
    };
    if (!is("kind", kind_of_file) || !is("version", version) || !is("features", feature_count) ||
        !told.contains("trees")) {
        throw user_error(
            "cost model \"" + path + "\"", "",
            "is no model that tuning with the model \"learned\" has written, version " +
                std::to_string(version) + " with " + std::to_string(feature_count) +
                " features; leave it out, and a new one is written");
    }
    trees_.take(told["trees"].dump());
}

} // namespace tiramisu::tune
