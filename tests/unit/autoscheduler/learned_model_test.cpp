#include "autoscheduler/cost/learned/learned_model.h"

#include <cmath>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "autoscheduler/cost/learned/accuracy.h"
#include "autoscheduler/cost/learned/pack_sum.h"
#include "autoscheduler/measure/tuning_log.h"
#include "autoscheduler/search/random_source.h"
#include "autoscheduler/space/program_view.h"
#include "support/temporary_folder.h"
#include "support/tuned_programs.h"
#include "tiramisu/auto_schedule.h"
#include "tiramisu/tune/sketch.h"

namespace tiramisu::tune {
namespace {

using namespace oracle;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(PackSum, HasTheDerivativesOfItsValue) {
    const pack_sum_loss loss({0, 0, 1, 2, 2, 2}, {1, 0.5, 0.25}, {0.25, 0, 0.125});
    std::vector<float> values = {0.5F, 0.25F, 0.75F, 0.125F, -0.5F, 1};
    std::vector<float> first, second;
    loss.derivatives(values, first, second);
    EXPECT_THAT(loss.sums(values), ElementsAre(1, 0.75, 0.75));
    for (std::size_t row = 0; row < values.size(); ++row) {
        constexpr float step = 0.0078125F; // a power of two: nothing is rounded
        const float here = values[row];
        const double at = loss.value(values);
        values[row] = here + step;
        const double after = loss.value(values);
        values[row] = here - step;
        const double before = loss.value(values);
        values[row] = here;
        EXPECT_NEAR((after - before) / (2 * step), first[row], 1e-6) << row;
        EXPECT_NEAR((after - 2 * at + before) / (step * step), second[row], 1e-6) << row;
    }
    EXPECT_NEAR(std::sqrt((0.25 * 0.25 + 0.5 * 0.5) / 3), loss.error(values), 1e-12);
}

TEST(Accuracy, IsOfRanks) {
    EXPECT_DOUBLE_EQ(1, rank_correlation({1, 2, 3}, {10, 20, 1000}));
    EXPECT_DOUBLE_EQ(-1, rank_correlation({1, 2, 3}, {3, 2, 1}));
    EXPECT_DOUBLE_EQ(0, rank_correlation({1, 1, 1}, {3, 2, 1}));
    // Ranks 0 1 2 3 and 1 0 3 2: 1 - 6 * 4 / (4 * 15).
    EXPECT_DOUBLE_EQ(0.6, rank_correlation({1, 2, 3, 4}, {2, 1, 4, 3}));
    EXPECT_DOUBLE_EQ(0.5, peak_at(1, {3, 1, 2}, {0.5, 1, 0.25}));
    EXPECT_DOUBLE_EQ(0.5, peak_at(2, {3, 1, 2}, {0.5, 1, 0.25}));
    EXPECT_DOUBLE_EQ(1, peak_at(3, {3, 1, 2}, {0.5, 1, 0.25}));
}

TEST(TrainingSet, HasSpeedsByTask) {
    EXPECT_THAT(speeds_of({{"a", {}, 2}, {"b", {}, 9}, {"a", {}, 4}}), ElementsAre(1, 1, 0.5));
}

/// Expects the same of all.
class knows_nothing : public cost_model {
public:
    std::string name() const override { return "nothing"; }
    prediction predict(const program_view &view, const plan & /*what*/) const override {
        return prediction::sum_of(std::vector<double>(view.statements.size(), 1));
    }
};

/// Random schedules of a product, and how long an imagined machine takes for them.
struct learning {
    tuned_program program = tuned_matmul(64, 64, 64);
    program_view view = view_of(program.what, program.arguments, {}, machine(), {});
    std::vector<sketch> sketches = sketches_of(view);
    std::unique_ptr<cost_model> imagined = analytic_model(machine());

    plan random_plan(random_source &random) const {
        const sketch &one = sketches[random.below(sketches.size())];
        choices taken;
        for (const decision &open : one.decisions) {
            taken.push_back(random.below(open.options.size()));
        }
        return realize(view, one, taken);
    }

    /// Correlation with that machine on schedules that were not learned from.
    double accuracy(const cost_model &model) const {
        random_source random(99);
        std::vector<double> predicted, real;
        for (int i = 0; i < 60; ++i) {
            const plan one = random_plan(random);
            predicted.push_back(model.predict(view, one).seconds);
            real.push_back(imagined->predict(view, one).seconds);
        }
        return rank_correlation(predicted, real);
    }
};

class LearnedModel : public ::testing::Test {
protected:
    tiramisu::testing::temporary_folder folder_;

    void SetUp() override {
        if (!has_boosted_trees()) {
            GTEST_SKIP() << "XGBoost is not installed";
        }
    }
};

TEST_F(LearnedModel, LearnsWhatIsMeasuredAndIsKept) {
    const learning lesson;
    const std::string path = folder_ / "model.json";
    learned_model model("product", std::make_unique<knows_nothing>());
    model.keep_in(path);
    EXPECT_LT(std::abs(lesson.accuracy(model)), 0.4) << "it knows nothing yet";
    random_source random(5);
    for (int i = 0; i < 100; ++i) {
        const plan one = lesson.random_plan(random);
        model.learn(lesson.view, one, lesson.imagined->predict(lesson.view, one).seconds);
    }
    model.learn_all();
    const double learned = lesson.accuracy(model);
    EXPECT_LT(0.8, learned);
    model.save();
    learned_model again("other", std::make_unique<knows_nothing>());
    again.keep_in(path);
    EXPECT_EQ(learned, lesson.accuracy(again));
    // And it can learn more.
    again.learn(lesson.view, lesson.random_plan(random), 1);
    again.learn_all();
    EXPECT_LT(0.7, lesson.accuracy(again));
}

TEST_F(LearnedModel, IsTheSameWhenItLearnsTheSame) {
    const learning lesson;
    std::vector<double> found;
    for (int run = 0; run < 2; ++run) {
        learned_model model("product", std::make_unique<knows_nothing>());
        random_source random(5);
        for (int i = 0; i < 20; ++i) {
            const plan one = lesson.random_plan(random);
            model.learn(lesson.view, one, lesson.imagined->predict(lesson.view, one).seconds);
        }
        model.learn_all();
        found.push_back(model.predict(lesson.view, lesson.random_plan(random)).seconds);
    }
    EXPECT_EQ(found[0], found[1]);
}

TEST_F(LearnedModel, BeginsFromWhatAnotherExpects) {
    const learning lesson;
    learned_model model("product", analytic_model(machine()));
    random_source random(5);
    for (int i = 0; i < 20; ++i) {
        const plan one = lesson.random_plan(random);
        model.learn(lesson.view, one, lesson.imagined->predict(lesson.view, one).seconds);
    }
    model.learn_all();
    EXPECT_LT(0.8, lesson.accuracy(model)) << "what it expected was right";
}

TEST_F(LearnedModel, RefusesAFileThatIsNone) {
    const std::string path = folder_ / "model.json";
    std::ofstream(path) << "{\"kind\": \"weather\"}\n";
    learned_model model("product", std::make_unique<knows_nothing>());
    EXPECT_THAT([&] { model.keep_in(path); },
                ThrowsMessage<user_error>(
                    HasSubstr("is no model that tuning with the model \"learned\" has written")));
}

TEST_F(LearnedModel, IsOneOfASearch) {
    tuned_program program = tuned_matmul(64, 64, 64);
    tuning opts;
    opts.trials = 24;
    opts.threads = 1;
    opts.model = "learned";
    opts.log = folder_ / "log.jsonl";
    opts.model_file = folder_ / "model.json";
    EXPECT_EQ(24, auto_schedule(program.what, program.arguments, opts).counts.trials());
    const std::vector<log_record> records = read_log(opts.log, {});
    const std::vector<measured_schedule> known = training_set_of(records);
    EXPECT_LE(16U, known.size());
    EXPECT_EQ(2U, known.front().rows.size()) << "the definition of the product and its update";
    tuning once;
    once.trials = 0;
    once.model = "learned";
    once.learn_from = {opts.log};
    EXPECT_LT(0, auto_schedule(program.what, program.arguments, once).best_seconds);
    once.learn_from.clear();
    once.model_file = opts.model_file;
    EXPECT_LT(0, auto_schedule(program.what, program.arguments, once).best_seconds);
}

TEST(CostModels, RefuseWhatIsForAnotherOne) {
    tuned_program program = tuned_matmul(8, 8, 8);
    tuning opts;
    opts.model_file = "model.json";
    EXPECT_THAT([&] { auto_schedule(program.what, program.arguments, opts); },
                ThrowsMessage<user_error>(HasSubstr("learn_from and model_file are for the model "
                                                    "\"learned\", but the model is \"analytic\"")));
}

} // namespace
} // namespace tiramisu::tune
