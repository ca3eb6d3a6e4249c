#include "autoscheduler/cost/learned/boosted_trees.h"

#include <cmath>

#include "autoscheduler/cost/learned/pack_sum.h"
#include "tiramisu/error.h"

#ifdef TIRAMISU_HAS_XGBOOST

#include "autoscheduler/cost/learned/xgboost_library.h"

namespace tiramisu::tune {

namespace {

/// Calls of XGBoost return 0, or else leave a text.
void require(const xgboost_library &library, int status) {
    if (status != 0) {
        throw user_error("XGBoost", "", library.last_error());
    }
}

/// Rows as XGBoost takes them.
class matrix {
public:
    matrix(const xgboost_library &library, const std::vector<feature_row> &rows)
        : library_(library) {
        require(library, library.make_matrix(rows.front().data(), rows.size(), feature_count,
                                             std::nanf(""), &handle_));
    }
    matrix(const matrix &) = delete;
    matrix &operator=(const matrix &) = delete;
    ~matrix() { library_.free_matrix(handle_); }

    DMatrixHandle get() const { return handle_; }

private:
    const xgboost_library &library_;
    DMatrixHandle handle_ = nullptr;
};

constexpr const char *plain_sums = R"("type": 1, "training": false, "iteration_begin": 0, )"
                                   R"("iteration_end": 0, "strict_shape": false)";

} // namespace

struct boosted_trees::booster {
    const xgboost_library &library;
    BoosterHandle handle = nullptr;

    explicit booster(const xgboost_library &with) : library(with) { reset(""); }
    booster(const booster &) = delete;
    booster &operator=(const booster &) = delete;
    ~booster() { library.free_booster(handle); }

    /// No trees but those of a text. The settings are Ansor's.
    void reset(const std::string &taken) {
        if (handle != nullptr) {
            library.free_booster(handle);
            handle = nullptr;
        }
        require(library, library.make_booster(nullptr, 0, &handle));
        if (!taken.empty()) {
            require(library, library.load(handle, taken.data(), taken.size()));
        }
        // One thread: copies of this process run candidates, and threads do not outlive a fork.
        for (const auto &[name, value] : {std::pair{"max_depth", "10"},
                                          {"gamma", "0.001"},
                                          {"min_child_weight", "0"},
                                          {"eta", "0.2"},
                                          {"base_score", "0"},
                                          {"num_feature", "164"},
                                          {"nthread", "1"},
                                          {"seed", "1"},
                                          {"verbosity", "0"}}) {
            require(library, library.set(handle, name, value));
        }
    }

    std::vector<float> values(const matrix &of) const {
        const bst_ulong *shape = nullptr;
        bst_ulong dimensions = 0;
        const float *found = nullptr;
        const std::string how = std::string("{") + plain_sums + "}";
        require(library,
                library.predict_matrix(handle, of.get(), how.c_str(), &shape, &dimensions, &found));
        return {found, found + shape[0]};
    }
};

boosted_trees::boosted_trees() {
    const xgboost_library *library = xgboost_library::loaded();
    if (library == nullptr) {
        throw unsupported_error("cost model \"learned\"", "",
                                "needs the library of XGBoost, libxgboost.so.0, which cannot be "
                                "loaded; install it (in Debian: libxgboost0), or take the model "
                                "\"analytic\"");
    }
    booster_ = std::make_unique<booster>(*library);
}

boosted_trees::~boosted_trees() = default;

bool has_boosted_trees() {
    return xgboost_library::loaded() != nullptr;
}

void boosted_trees::fit(const std::vector<measured_schedule> &all) {
    std::vector<feature_row> rows;
    std::vector<std::size_t> program_of_row;
    std::vector<double> priors;
    for (std::size_t program = 0; program < all.size(); ++program) {
        priors.push_back(all[program].prior);
        rows.insert(rows.end(), all[program].rows.begin(), all[program].rows.end());
        program_of_row.resize(rows.size(), program);
    }
    if (rows.empty()) {
        throw user_error("cost model \"learned\"", "", "has no measured schedule to learn from");
    }
    const pack_sum_loss loss(program_of_row, speeds_of(all), priors);
    const matrix learned(booster_->library, rows);
    booster_->reset(taken_);
    constexpr int most_rounds = 10000, patience = 50;
    constexpr double gain = 1e-4; ///< of the error, below which there is none
    std::vector<float> first, second;
    double least = HUGE_VAL;
    for (int round = 0, last_gain = 0; round < most_rounds && round - last_gain < patience;
         ++round) {
        const std::vector<float> values = booster_->values(learned);
        const double error = loss.error(values);
        if (error < least - gain) {
            least = error;
            last_gain = round;
        }
        loss.derivatives(values, first, second);
        require(booster_->library,
                booster_->library.boost(booster_->handle, learned.get(), first.data(),
                                        second.data(), first.size()));
    }
    is_fitted_ = true;
}

std::vector<float> boosted_trees::predict(const std::vector<feature_row> &rows) const {
    if (rows.empty()) {
        return {};
    }
    const std::string table =
        R"({"data": [)" + std::to_string(reinterpret_cast<std::uintptr_t>(rows.front().data())) +
        R"(, true], "shape": [)" + std::to_string(rows.size()) + ", " +
        std::to_string(feature_count) + R"(], "typestr": "<f4", "version": 3})";
    const std::string how = std::string("{") + plain_sums + R"(, "missing": NaN, "cache_id": 0})";
    const bst_ulong *shape = nullptr;
    bst_ulong dimensions = 0;
    const float *found = nullptr;
    require(booster_->library,
            booster_->library.predict_dense(booster_->handle, table.c_str(), how.c_str(), nullptr,
                                            &shape, &dimensions, &found));
    return {found, found + shape[0]};
}

std::string boosted_trees::text() const {
    bst_ulong length = 0;
    const char *found = nullptr;
    require(booster_->library,
            booster_->library.save(booster_->handle, R"({"format": "json"})", &length, &found));
    return {found, length};
}

void boosted_trees::take(const std::string &text) {
    booster_->reset(text);
    taken_ = text;
    is_fitted_ = true;
}

} // namespace tiramisu::tune

#else

namespace tiramisu::tune {

struct boosted_trees::booster {};

boosted_trees::boosted_trees() {
    throw unsupported_error("cost model \"learned\"", "",
                            "needs XGBoost, which this Tiramisu was built without; install it (in "
                            "Debian: libxgboost-dev) and build again, or take the model "
                            "\"analytic\"");
}

boosted_trees::~boosted_trees() = default;

bool has_boosted_trees() {
    return false;
}

void boosted_trees::fit(const std::vector<measured_schedule> & /*all*/) {}

std::vector<float> boosted_trees::predict(const std::vector<feature_row> & /*rows*/) const {
    return {};
}

std::string boosted_trees::text() const {
    return {};
}

void boosted_trees::take(const std::string & /*text*/) {}

} // namespace tiramisu::tune

#endif
