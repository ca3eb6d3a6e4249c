// Schedules of one program for another one: which donor, under which names, and what does not fit.

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "autoscheduler/measure/call_data.h"
#include "autoscheduler/space/machine.h"
#include "autoscheduler/space/program_view.h"
#include "autoscheduler/space/verdict.h"
#include "autoscheduler/transfer/donor_choice.h"
#include "autoscheduler/transfer/donors.h"
#include "autoscheduler/transfer/fitting.h"
#include "autoscheduler/transfer/shipped_schedules.h"
#include "autoscheduler/transfer/threads.h"
#include "support/temporary_folder.h"
#include "support/tuned_programs.h"
#include "tiramisu/auto_schedule.h"

namespace tiramisu::tune {
namespace {

using namespace oracle;

struct model {
    std::string name, donor;
    kernels_by_class kernels;
    shares_by_class percent;
};

// Gibson's thesis, tables 6.2 and 6.3. Classes without a share are a part of no score.
std::vector<model> models_of_table() {
    const auto row = [](const std::string &name, const std::string &donor,
                        const std::vector<std::tuple<std::string, int, double>> &classes) {
        model made{name, donor, {}, {}};
        for (const auto &[key, kernels, percent] : classes) {
            made.kernels[key] = kernels;
            made.percent[key] = percent;
        }
        return made;
    };
    return {
        row("ResNet50", "GoogLeNet",
            {{"A", 4, 17}, {"B", 1, 0}, {"C", 1, 0}, {"D", 1, 6}, {"E", 16, 67}, {"G", 4, 10}}),
        row("AlexNet", "VGG-16",
            {{"B", 3, 0}, {"D", 1, 6}, {"E", 5, 14}, {"H", 2, 80}, {"I", 1, 0}}),
        row("VGG-16", "GoogLeNet",
            {{"B", 5, 0}, {"D", 1, 1}, {"E", 9, 59}, {"H", 2, 40}, {"I", 1, 0}}),
        row("MobileNetV2", "EfficientNetB4",
            {{"A", 7, 15}, {"C", 1, 0}, {"D", 1, 24}, {"J", 8, 32}, {"K", 5, 15}, {"L", 10, 14}}),
        row("EfficientNetB0", "EfficientNetB4",
            {{"A", 14, 9},
             {"C", 11, 4},
             {"D", 1, 12},
             {"K", 5, 9},
             {"M", 8, 39},
             {"N", 12, 27},
             {"O", 7, 0}}),
        row("EfficientNetB4", "EfficientNetB0",
            {{"A", 16, 11},
             {"C", 13, 3},
             {"D", 1, 10},
             {"K", 7, 14},
             {"M", 9, 39},
             {"N", 14, 23},
             {"O", 9, 0}}),
        row("GoogLeNet", "ResNet50", {{"B", 10, 1}, {"C", 1, 0}, {"D", 1, 4}, {"E", 49, 95}}),
        row("MnasNet1.0", "GoogLeNet",
            {{"A", 7, 17}, {"D", 1, 25}, {"E", 9, 31}, {"K", 5, 15}, {"P", 12, 13}}),
        row("BERT", "MobileBERT",
            {{"D", 1, 0},
             {"Q", 3, 98},
             {"R", 2, 2},
             {"S", 1, 0},
             {"T", 1, 0},
             {"U", 1, 0},
             {"V", 1, 0}}),
        row("MobileBERT", "BERT", {{"D", 1, 0}, {"Q", 4, 97}, {"R", 2, 3}, {"S", 1, 0}})};
}

const model &called(const std::vector<model> &all, const std::string &name) {
    return *std::find_if(all.begin(), all.end(),
                         [&](const model &one) { return one.name == name; });
}

TEST(DonorChoice, IsThatOfTheThesis) {
    const std::vector<model> all = models_of_table();
    for (const model &target : all) {
        std::vector<kernels_by_class> pool;
        std::vector<std::string> names;
        for (const model &one : all) {
            if (one.name != target.name) {
                pool.push_back(one.kernels);
                names.push_back(one.name);
            }
        }
        const std::vector<std::size_t> order = donors_by_score(target.percent, pool);
        ASSERT_FALSE(order.empty()) << target.name;
        EXPECT_EQ(target.donor, names[order.front()]) << target.name;
    }
}

TEST(DonorChoice, LeavesOutDonorsWithoutAClassInCommonAndKeepsTheOrderOfEqualOnes) {
    const std::vector<kernels_by_class> pool = {{{"b", 9}}, {{"a", 4}}, {{"a", 4}}, {{"a", 9}}};
    EXPECT_EQ((std::vector<std::size_t>{3, 1, 2}), donors_by_score({{"a", 0.5}}, pool));
    EXPECT_DOUBLE_EQ(0.25 * 2, donor_score({{"a", 0.5}}, pool[1]));
}

TEST(DonorChoice, CountsEvaluationsAsTheThesisDoes) {
    const std::vector<model> all = models_of_table();
    const kernels_by_class &b0 = called(all, "EfficientNetB0").kernels,
                           &b4 = called(all, "EfficientNetB4").kernels;
    EXPECT_EQ(764, transfer_evaluations(b0, b4));
    EXPECT_EQ(775, transfer_evaluations(b4, b0));
}

tuned_program matmul_of_other_names(int size) {
    init("product");
    const var y("y", 0, size), x("x", 0, size), r("r", 0, size);
    const input left("left", {y, r}, p_float32), right("right", {r, x}, p_float32);
    computation sum("sum", {y, x}, 0.0f);
    sum(y, x) += left(y, r) * right(r, x);
    buffer left_memory("left_memory", {size, size}, p_float32, a_input),
        right_memory("right_memory", {size, size}, p_float32, a_input),
        sum_memory("sum_memory", {size, size}, p_float32, a_output);
    computation(left).store_in(&left_memory);
    computation(right).store_in(&right_memory);
    sum.store_in(&sum_memory);
    const function made = *global::get_implicit_function();
    return {made,
            {made.get_buffer_by_name("left_memory"), made.get_buffer_by_name("right_memory"),
             made.get_buffer_by_name("sum_memory")}};
}

TEST(ProgramClass, KnowsOperationsAndNeitherSizesNorNames) {
    const std::string key = class_of(tuned_matmul(8, 16, 32).what).key;
    EXPECT_EQ(key, class_of(tuned_matmul(64, 64, 64).what).key);
    EXPECT_EQ(key, class_of(matmul_of_other_names(8).what).key);
    std::set<std::string> keys;
    for (const auto &[name, make] : small_tuned_programs()) {
        EXPECT_TRUE(keys.insert(class_of(make().what).key).second) << name;
    }
}

/// A sum of two arrays in buffers of these names.
std::string class_with_buffers(const std::string &first, const std::string &second,
                               const std::string &result) {
    init("sum");
    const var i("i", 0, 8);
    buffer a_memory(first, {8}, p_float32, a_input), b_memory(second, {8}, p_float32, a_input);
    buffer c_memory(result, {8}, p_float32, a_output);
    input a("a", {i}, p_float32), b("b", {i}, p_float32);
    computation c("c", {i}, a(i) + b(i));
    a.store_in(&a_memory);
    b.store_in(&b_memory);
    c.store_in(&c_memory);
    return class_of(*global::get_implicit_function()).key;
}

TEST(ProgramClass, KnowsNoNamesOfBuffersButWhichAreOne) {
    const std::string key = class_with_buffers("a_memory", "b_memory", "c_memory");
    EXPECT_EQ(key, class_with_buffers("a", "b", "c"));
    EXPECT_EQ(key, class_with_buffers("b", "c", "a"));
    EXPECT_EQ(key, class_with_buffers("i", "temporary", "sum"));
}

const schedule
    tiled("matmul",
          {{"c_update_1", "split", {loop_reference("i"), 8, new_loop("i_0"), new_loop("i_1")}},
           {"c_update_1", "reorder", {std::vector<loop_reference>{"i_0", "l", "i_1", "j"}}},
           {"c_update_1", "parallelize", {loop_reference("i_0")}}});

TEST(Transfer, RenamesWhatTheDonorCallsOtherwise) {
    const program_class from = class_of(tuned_matmul(64, 64, 64).what);
    const tuned_program own = matmul_of_other_names(16);
    const auto made = renamed(tiled, from, class_of(own.what), "product");
    ASSERT_TRUE(made);
    EXPECT_EQ("sum_update_1.split(y, 8, i_0, i_1);\n"
              "sum_update_1.reorder({i_0, r, i_1, x});\n"
              "sum_update_1.parallelize(i_0);\n",
              made->text());
    EXPECT_TRUE(verdict_of(own.what, *made, own.arguments, {}).is_legal());
    const schedule mapped("matmul",
                          {{"c", "apply_transformation", {isl_text{"{ c[i] -> c[i] }"}}}});
    EXPECT_FALSE(renamed(mapped, from, class_of(own.what), "product"));
    EXPECT_TRUE(renamed(mapped, from, from, "matmul"));
}

TEST(Transfer, RenamesCopies) {
    const program_class from = class_of(tuned_matmul(64, 64, 64).what);
    const tuned_program own = matmul_of_other_names(16);
    const schedule packed(
        "matmul",
        {{"c_update_1", "split", {loop_reference("j"), 8, new_loop("j_0"), new_loop("j_1")}},
         {"c_update_1", "reorder", {std::vector<loop_reference>{"j_0", "i", "l", "j_1"}}},
         {"c_update_1",
          "cache_read",
          {computation_reference{"b"}, loop_reference("j_0"), new_loop("p0"), new_loop("p1")}},
         {"b_in_c_load", "pack", {loop_reference("p1"), 4}}});
    const auto made = renamed(packed, from, class_of(own.what), "product");
    ASSERT_TRUE(made);
    EXPECT_EQ("sum_update_1.split(x, 8, j_0, j_1);\n"
              "sum_update_1.reorder({j_0, y, r, j_1});\n"
              "sum_update_1.cache_read(right, j_0, {p0, p1});\n"
              "right_in_sum_load.pack(p1, 4);\n",
              made->text());
    EXPECT_TRUE(verdict_of(own.what, *made, own.arguments, {}).is_legal());
}

TEST(Transfer, PutsSchedulesOfOneThreadOnSeveral) {
    const tuned_program program = tuned_matmul(16, 16, 16);
    const program_view view = view_of(program.what, program.arguments, {}, machine(), {});
    const schedule one_thread(
        "matmul", {{"c_update_1", "reorder", {std::vector<loop_reference>{"i", "l", "j"}}}});
    EXPECT_EQ("c_update_1.reorder({i, l, j});\nc_update_1.parallelize(0);\n",
              on_threads(one_thread, program.what, program.arguments, view, {}).text());
    EXPECT_EQ(tiled, on_threads(tiled, program.what, program.arguments, view, {}))
        << "has a loop on threads";
    const schedule terms_first(
        "matmul", {{"c_update_1", "reorder", {std::vector<loop_reference>{"l", "i", "j"}}}});
    EXPECT_EQ(terms_first, on_threads(terms_first, program.what, program.arguments, view, {}))
        << "threads would add to one sum at the same time";
}

machine with_vectors(int bytes) {
    machine target;
    target.vector_bytes = bytes;
    return target;
}

TEST(ShippedSchedules, AreThoseOfTheClassAndTheVectors) {
    const tuned_program program = tuned_matmul(512, 512, 512);
    const program_class of = class_of(program.what);
    const std::string algorithm = key_of(program.what.algorithm_text());
    const std::vector<log_record> found = shipped_schedules(of, algorithm, with_vectors(64), {});
    ASSERT_LE(4U, found.size());
    EXPECT_TRUE(shipped_schedules(of, algorithm, with_vectors(8), {}).empty());
    EXPECT_TRUE(
        shipped_schedules(class_of(tuned_blur(9, 9).what), "", with_vectors(64), {}).empty());
    for (std::size_t i = 1; i < found.size(); ++i) {
        EXPECT_LE(distance(found[i - 1].of, of), distance(found[i].of, of));
    }
}

TEST(ShippedSchedules, AreLegalForOtherSizesAndComputeTheSame) {
    tuned_program program = tuned_matmul(260, 270, 50);
    const program_class of = class_of(program.what);
    const program_view view = view_of(program.what, program.arguments, {}, machine(), {});
    call_data data(program.what, program.arguments, {}, {}, 1, {});
    const auto run = [&](const schedule &what) {
        program.what.set_schedule(what);
        const compiled_function code = program.what.compile(program.arguments);
        data.reset();
        ASSERT_EQ(0, code(data.arguments())) << compiled_function::error_text();
    };
    run(view.base);
    data.keep_as_expected();
    int fitting = 0;
    for (const log_record &one : shipped_schedules(of, "", with_vectors(64), {})) {
        const auto made = renamed(one.what, one.of, of, program.what.get_name());
        if (made && misfit(*made, view).empty()) {
            ASSERT_TRUE(verdict_of(program.what, *made, program.arguments, {}).is_legal());
            run(*made);
            EXPECT_EQ("", data.difference()) << made->text();
            ++fitting;
        }
    }
    EXPECT_LE(1, fitting);
}

TEST(ShippedSchedules, AreTakenWithoutARun) {
    tuned_program program = tuned_matmul(512, 512, 512);
    tuning opts;
    opts.trials = 0;
    opts.threads = 1;
    const bool has_any =
        !shipped_schedules(class_of(program.what), "", machine::here(1), {}).empty();
    const tuning_result found = auto_schedule(program.what, program.arguments, opts);
    EXPECT_EQ(has_any, found.is_from_library);
    EXPECT_EQ(program.what.get_schedule(), found.best);
    opts.with_library = false;
    const tuning_result predicted = auto_schedule(program.what, program.arguments, opts);
    EXPECT_FALSE(predicted.is_from_library);
    EXPECT_LT(0, predicted.best_seconds);
}

std::string misfit_of(const schedule &what, int rows) {
    const tuned_program program = tuned_matmul(rows, 16, 16);
    return misfit(what, view_of(program.what, program.arguments, {}, machine(), {}));
}

TEST(Transfer, RefusesTilesThatAreLongerThanTheLoop) {
    EXPECT_EQ("", misfit_of(tiled, 8));
    EXPECT_EQ("splits \"i\", of 4 iterations, by 8", misfit_of(tiled, 4));
    const schedule twice = tiled.with(
        {"c_update_1", "split", {loop_reference("i_0"), 4, new_loop("a"), new_loop("b")}});
    EXPECT_EQ("", misfit_of(twice, 32));
    EXPECT_EQ("splits \"i_0\", of 2 iterations, by 4", misfit_of(twice, 16));
}

class TransferOfALog : public ::testing::Test {
protected:
    tiramisu::testing::temporary_folder folder_;

    std::string log_of(const std::string &name, const std::vector<int> &sizes) const {
        for (const int size : sizes) {
            tuned_program program = tuned_matmul(size, size, size);
            program.what.set_schedule(schedule("matmul", tiled.commands()));
            tuning opts;
            opts.trials = 1;
            opts.threads = 1;
            opts.log = folder_ / name;
            auto_schedule(program.what, program.arguments, opts);
        }
        return folder_ / name;
    }

    static tuning_result tuned_from(const std::vector<std::string> &logs, int rows) {
        tuned_program program = tuned_matmul(rows, 16, 16);
        tuning opts;
        opts.trials = 3;
        opts.threads = 1;
        opts.transfer = logs;
        return auto_schedule(program.what, program.arguments, opts);
    }
};

TEST_F(TransferOfALog, TriesTheSchedulesOfOtherSizesFirst) {
    const std::string one = log_of("one", {32}), two = log_of("two", {24, 40});
    const tuning_result found = tuned_from({one, two}, 16);
    ASSERT_TRUE(found.donors);
    EXPECT_EQ(two, found.donors->log) << "the one with more programs of the class";
    EXPECT_EQ(2, found.donors->schedules);
    EXPECT_EQ(3, found.donors->evaluations);
    EXPECT_EQ(1, found.donors->tried) << "both are the same schedule";
    EXPECT_LE(1, found.counts.duplicates);
    EXPECT_EQ(3, found.counts.measured);
    EXPECT_THAT(found.text(), ::testing::HasSubstr("  donors      2 of " + two + ", 1 tried"));
}

TEST_F(TransferOfALog, RunsNothingThatDoesNotFit) {
    const tuning_result found = tuned_from({log_of("one", {32})}, 4);
    EXPECT_EQ(1, found.donors->unfit);
    EXPECT_EQ(0, found.donors->tried);
}

TEST_F(TransferOfALog, TellsWhereNothingIsOfTheClass) {
    const std::string log = log_of("one", {32});
    tuned_program program = tuned_blur(8, 8);
    tuning opts;
    opts.trials = 1;
    opts.threads = 1;
    opts.transfer = {log};
    const tuning_result found = auto_schedule(program.what, program.arguments, opts);
    EXPECT_THAT(found.text(), ::testing::HasSubstr("  donors      none of this class\n"));
    opts.trials = 0;
    EXPECT_THAT([&] { auto_schedule(program.what, program.arguments, opts); },
                ::testing::ThrowsMessage<user_error>(
                    ::testing::HasSubstr("transfer needs trials, but trials is 0; ")));
}

} // namespace
} // namespace tiramisu::tune
