#include "autoscheduler/cost/features/features.h"

#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "autoscheduler/cost/features/of_function.h"
#include "autoscheduler/cost/features/of_plan.h"
#include "autoscheduler/search/random_source.h"
#include "autoscheduler/space/machine.h"
#include "autoscheduler/space/program_view.h"
#include "autoscheduler/space/verdict.h"
#include "support/tuned_programs.h"
#include "tiramisu/tune/sketch.h"

namespace tiramisu::tune {
namespace {

using namespace oracle;

/// A number of a row before its logarithm was taken.
double number(const feature_row &row, const std::string &name) {
    const std::vector<std::string> &names = feature_names();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        ADD_FAILURE() << "no feature is called " << name;
        return 0;
    }
    return row.at(static_cast<std::size_t>(found - names.begin()));
}

/// The buffer's numbers are those of the place that its size sorts it to.
std::string place_of(const feature_row &row, double unique_bytes, const std::string &access) {
    for (int b = 0; b < 5; ++b) {
        const std::string place = "B" + std::to_string(b) + ".";
        if (std::abs(number(row, place + "unique_bytes") - std::log2(1 + unique_bytes)) < 1e-6 &&
            number(row, place + "acc_type." + access) == 1) {
            return place;
        }
    }
    ADD_FAILURE() << "no buffer of " << unique_bytes << " bytes has " << access;
    return "";
}

const std::string update = "c_update_1"; ///< of the matrix product

command split(const std::string &loop, int by, const std::string &outer, const std::string &inner) {
    return {update, "split", {loop_reference(loop), by, new_loop(outer), new_loop(inner)}};
}

std::vector<loop_reference> references(const std::vector<std::string> &loops) {
    return {loops.begin(), loops.end()};
}

TEST(Features, HaveDifferentNames) {
    const std::vector<std::string> &names = feature_names();
    EXPECT_EQ(feature_count, names.size());
    EXPECT_EQ(feature_count, std::set<std::string>(names.begin(), names.end()).size());
    EXPECT_EQ("float_mad", names.front());
    EXPECT_EQ("auto_unroll_max_step", names.back());
}

// Ansor's own numbers (tests of TVM 0.19, tests/python/auto_scheduler).
TEST(Features, OfAMatrixProductAreAnsors) {
    tuned_program program = tuned_matmul(512, 512, 512);
    program.what.set_schedule(schedule(
        "matmul",
        {split("i", 16, "io", "ii"),
         split("j", 8, "jo", "ji"),
         {update, "reorder", {references({"io", "jo", "l", "ji", "ii"})}},
         {update, "collapse", {loop_reference("io"), loop_reference("jo"), new_loop("both")}},
         {update, "parallelize", {loop_reference("both")}}}));
    const running_program found = running_program_of(program.what, program.arguments, {}, {});
    ASSERT_EQ(2U, found.size());
    const feature_row row = features_of(found).back();
    const auto expect = [&](double value, const std::string &name) {
        EXPECT_NEAR(std::log2(1 + value), number(row, name), 1e-6 * std::log2(1 + value)) << name;
    };
    const std::string c = place_of(row, 512.0 * 512 * 4, "kReadWrite");
    expect(512.0 * 512 * 512 * 4, c + "bytes");
    expect(128, c + "reuse_dis_iter");
    expect((128 + 8 + 16) * 4, c + "reuse_dis_bytes");
    expect(512, c + "reuse_ct");
    expect(1, c + "reuse_type.kLoopMultipleRead");
    expect(512, c + "stride");
    const std::string input = place_of(row, 512.0 * 512 * 4, "kRead");
    expect(512.0 * 512 * 512 * 4, input + "bytes");
    expect(1, "parallel_num");
    expect(512.0 * 512 / 16 / 8, "parallel_prod");
    expect(1, "parallel_type.kPosMixed");
    expect(512.0 * 512 * 512, "float_mad");
    expect(512.0 * 512 * 512, "outer_prod");
    expect(4, "num_loops");
    expect(0, "vec_num");
    expect(1, "vec_type.kPosNone");
    // The whole nest does 2 * 512^3 operations on three matrices.
    expect(2.0 * 512 * 512 * 512 / (3.0 * 512 * 512 * 4), "arith_intensity_curve_9");
    expect(2.0 / 12, "arith_intensity_curve_0");
}

TEST(Features, SeeWhatVectorsLoadAndWhatIsAllocated) {
    tuned_program program = tuned_blur(30, 64);
    program.what.set_schedule(schedule(
        "blur",
        {{"across", "vectorize", {loop_reference("x"), 8, new_loop("xo"), new_loop("xi")}}}));
    const running_program found = running_program_of(program.what, program.arguments, {}, {});
    ASSERT_EQ(2U, found.size());
    const feature_row row = features_of(found).front();
    const auto expect = [&](double value, const std::string &name) {
        EXPECT_NEAR(std::log2(1 + value), number(row, name), 1e-6) << name;
    };
    expect(8, "vec_len");
    expect(1, "vec_type.kPosInnerSpatial");
    expect(2 * 32 * 64, "float_addsub");
    expect(32 * 64 * 4, "alloc_size");
    // Three neighbours are one access of 66 columns.
    const std::string source = place_of(row, 32 * 66 * 4, "kRead");
    expect(32 * 64 * 4, source + "bytes");
    expect(1, source + "stride");
    expect(1, source + "reuse_type.kNoReuse");
    // A line has 16 floats.
    expect(32 * 64 / 16, source + "lines");
}

TEST(Features, SeeOtherStatementsOfALoop) {
    const tuned_program program = tuned_lu(18);
    const running_program found = running_program_of(program.what, program.arguments, {}, {});
    ASSERT_EQ(2U, found.size());
    EXPECT_EQ(found[0].loops[0].id, found[1].loops[0].id) << "both run in k";
    EXPECT_NE(found[0].loops[1].id, found[1].loops[1].id);
    EXPECT_EQ(9, found[1].loops[2].extent) << "in the middle, where k is 8";
}

TEST(Features, OfAFunctionOnAGpuHaveItsGrid) {
    tuned_program program = tuned_matmul(64, 64, 64);
    program.what.set_schedule(
        schedule("matmul", {{update,
                             "gpu_tile",
                             {references({"i", "j"}), std::vector<int>{8, 16},
                              std::vector<new_loop>{new_loop("io"), new_loop("jo")},
                              std::vector<new_loop>{new_loop("ii"), new_loop("ji")}}}}));
    const running_program found = running_program_of(program.what, program.arguments, {}, {});
    const feature_row row = features_of(found).back();
    EXPECT_EQ(1, number(row, "is_gpu"));
    EXPECT_NEAR(std::log2(1 + 4.0), number(row, "blockIdx_x_len"), 1e-6);
    EXPECT_NEAR(std::log2(1 + 8.0), number(row, "blockIdx_y_len"), 1e-6);
    EXPECT_NEAR(std::log2(1 + 16.0), number(row, "threadIdx_x_len"), 1e-6);
}

/// Numbers that differ, by name.
std::string differences(const feature_row &left, const feature_row &right) {
    std::string text;
    for (std::size_t i = 0; i < feature_count; ++i) {
        if (std::abs(left.at(i) - right.at(i)) > 1e-5) {
            text += feature_names()[i] + ": " + std::to_string(left.at(i)) + ", " +
                    std::to_string(right.at(i)) + "\n";
        }
    }
    return text;
}

/// Whether it is of those that a plan sees exactly: no windows, partial results or skews.
bool is_plain(const schedule &what) {
    const std::vector<command> &all = what.commands();
    return std::none_of(all.begin(), all.end(), [](const command &one) {
        return one.name == "cache_read" || one.name == "cache_write" || one.name == "compute_at" ||
               one.name == "rfactor" || one.name == "transform";
    });
}

TEST(Features, OfAPlanAreThoseOfTheScheduledFunction) {
    constexpr unsigned seed = 11;
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    machine target;
    target.threads = 4;
    int compared = 0;
    for (const auto &[name, make] : small_tuned_programs()) {
        // Plans do not say which loops the order of a program makes statements share, and know
        // nothing of clamped indices and of vectors that begin before the first iteration.
        const std::set<std::string> others = {"lu",           "time_steps", "convolution",
                                              "depthwise",    "jacobi",     "sparse_product",
                                              "sparse_vector"};
        if (others.count(name) > 0) {
            continue;
        }
        const tuned_program program = make();
        const program_view view = view_of(program.what, program.arguments, {}, target, {});
        const std::vector<sketch> sketches = sketches_of(view);
        int of_this = 0;
        for (int tries = 0; tries < 40 && of_this < 3; ++tries) {
            const sketch &one = sketches[random.below(sketches.size())];
            choices taken;
            for (const decision &open : one.decisions) {
                taken.push_back(random.below(open.options.size()));
            }
            const plan made = realize(view, one, taken);
            const schedule what = schedule_of(view, made);
            if (!is_plain(what) ||
                !verdict_of(program.what, what, program.arguments, {}).is_legal()) {
                continue;
            }
            ++of_this;
            const running_program planned = running_program_of(view, made);
            const with_schedule given(*program.what.state(), what, {});
            const running_program scheduled =
                running_program_of(program.what, program.arguments, {}, {});
            std::string ids;
            for (const running_statement &statement : scheduled) {
                ids += statement.id + " ";
            }
            ASSERT_EQ(planned.size(), scheduled.size()) << name << ": " << ids << "\n"
                                                        << what.text();
            const std::vector<feature_row> left = features_of(planned),
                                           right = features_of(scheduled);
            for (std::size_t s = 0; s < planned.size(); ++s) {
                ASSERT_EQ(planned[s].id, scheduled[s].id);
                EXPECT_EQ("", differences(left[s], right[s]))
                    << name << ", " << planned[s].id << "\n"
                    << what.text();
            }
        }
        compared += of_this;
    }
    EXPECT_LE(15, compared);
}

} // namespace
} // namespace tiramisu::tune
