// What programs in C are told where they use layers wrongly.
#include "tiramisu/tiramisu_c.h"

#include <cmath>
#include <cstring>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/environment_setting.h"
#include "support/product_in_c.h"
#include "support/temporary_folder.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;

class CInterface : public product_in_c {};

TEST_F(CInterface, MultipliesMatrices) {
    ASSERT_EQ(tiramisu_run(layer, memory, 2, weights), TIRAMISU_SUCCESS) << tiramisu_last_error();
    EXPECT_EQ(std::memcmp(a, c, sizeof a), 0);
}

TEST_F(CInterface, NullPointersAreRefused) {
    tiramisu_layer *made = layer;
    expect_refused(tiramisu_make_layer(nullptr, nullptr, &made), "tiramisu_make_layer: text",
                   "null pointer");
    EXPECT_EQ(made, nullptr);
    expect_refused(tiramisu_make_layer(product, nullptr, nullptr), "no place for what it makes");
    tiramisu_argument argument;
    expect_refused(tiramisu_layer_argument(nullptr, 0, &argument),
                   "tiramisu_layer_argument: layer: is a null pointer",
                   "pass a layer, which tiramisu_make_layer makes");
    expect_refused(tiramisu_layer_argument(layer, 0, nullptr), "found: is a null pointer");
    expect_refused(tiramisu_run(nullptr, memory, 2, weights), "tiramisu_run: layer");
    expect_refused(tiramisu_run(layer, nullptr, 2, weights), "tiramisu_run: memory",
                   "must be 2 tensors");
    const tiramisu_memory unnamed = {nullptr, a};
    expect_refused(tiramisu_run(layer, &unnamed, 1, weights), "tiramisu_run: name");
    expect_refused(tiramisu_pack_weights(layer, nullptr, &weights), "weights is null");
    expect_refused(tiramisu_invoke(nullptr), "tiramisu_invoke: run",
                   "pass a prepared run, which tiramisu_prepare makes");
    expect_refused(tiramisu_set_memory(nullptr, "a", a), "tiramisu_set_memory: run");
    expect_refused(tiramisu_get_layer_cache(nullptr), "tiramisu_get_layer_cache: found");
    tiramisu_solver_list *list = nullptr;
    expect_refused(tiramisu_list_solvers(nullptr, &list), "tiramisu_list_solvers: text");
    expect_refused(tiramisu_write_object(product, nullptr, "f", nullptr),
                   "tiramisu_write_object: object");
}

TEST_F(CInterface, NullHandlesTellNothingAndAreDeleted) {
    EXPECT_STREQ(tiramisu_layer_text(nullptr), "");
    EXPECT_STREQ(tiramisu_layer_solver(nullptr), "");
    EXPECT_STREQ(tiramisu_layer_configuration(nullptr), "");
    EXPECT_EQ(tiramisu_layer_workspace_bytes(nullptr), 0u);
    EXPECT_EQ(tiramisu_layer_argument_count(nullptr), 0u);
    EXPECT_EQ(tiramisu_solver_count(nullptr), 0u);
    EXPECT_EQ(tiramisu_invocation_workspace_bytes(nullptr), 0u);
    tiramisu_delete_layer(nullptr);
    tiramisu_delete_weights(nullptr);
    tiramisu_delete_invocation(nullptr);
    tiramisu_delete_solver_list(nullptr);
}

TEST_F(CInterface, TextsWithoutMeaningAreRefused) {
    tiramisu_layer *made = nullptr;
    expect_refused(tiramisu_make_layer("colours n=3", nullptr, &made), "\"colours n=3\"",
                   "kind, which are", "conv2d");
    expect_refused(tiramisu_make_layer("gemm m=2 n=2", nullptr, &made), "gemm", "k");
    tiramisu_layer_options options = {};
    options.solver = "fastest";
    expect_refused(tiramisu_make_layer(product, &options, &made), "solver \"fastest\"",
                   "is not known; there are \"auto\"");
    options.solver = nullptr;
    options.target = "abacus";
    EXPECT_EQ(tiramisu_make_layer(product, &options, &made), TIRAMISU_NOT_SUPPORTED);
    EXPECT_THAT(tiramisu_last_error(), HasSubstr("abacus"));
}

TEST_F(CInterface, MemoryThatFitsNoArgumentIsRefused) {
    const tiramisu_memory unknown[] = {{"a", a}, {"d", c}};
    expect_refused(tiramisu_run(layer, unknown, 2, weights), "\"d\" is no argument of a run of it",
                   "which are a, c", "weights are packed by tiramisu_pack_weights");
    expect_refused(tiramisu_run(layer, memory, 1, weights), "c");
    expect_refused(tiramisu_run(layer, memory, 2, nullptr), "weights are missing");
    tiramisu_layer *other = nullptr;
    ASSERT_EQ(tiramisu_make_layer("gemm m=2 n=3 k=2 constant_b=1", nullptr, &other),
              TIRAMISU_SUCCESS);
    expect_refused(tiramisu_run(other, memory, 2, weights), "were packed for another one");
    tiramisu_delete_layer(other);
}

TEST_F(CInterface, NumbersBeyondTheLastAreRefused) {
    tiramisu_argument argument;
    expect_refused(tiramisu_layer_argument(layer, 3, &argument), "number 3",
                   "has 3, counted from 0");
    tiramisu_solver_list *list = nullptr;
    ASSERT_EQ(tiramisu_list_solvers(product, &list), TIRAMISU_SUCCESS);
    tiramisu_solver solver;
    expect_refused(tiramisu_solver_at(list, 100, &solver), "number 100");
    tiramisu_delete_solver_list(list);
}

TEST_F(CInterface, PreparedRunsRefuseWhatTheyDoNotHave) {
    tiramisu_invocation *run = nullptr;
    tiramisu_execution_options options = {};
    options.threads = -1;
    expect_refused(tiramisu_prepare(layer, memory, 2, weights, &options, &run), "-1");
    EXPECT_EQ(run, nullptr);
    options.threads = 1;
    ASSERT_EQ(tiramisu_prepare(layer, memory, 2, weights, &options, &run), TIRAMISU_SUCCESS);
    expect_refused(tiramisu_set_memory(run, "e", a), "\"e\"", "is no source of this run");
    expect_refused(tiramisu_set_memory(run, "a", nullptr), "a");
    tiramisu_delete_invocation(run);
}

TEST_F(CInterface, FilesThatCannotBeWrittenAreToldApart) {
    EXPECT_EQ(tiramisu_write_object(product, "/nowhere/f.o", "f", nullptr), TIRAMISU_FILE_ERROR);
    EXPECT_THAT(tiramisu_last_error(), HasSubstr("/nowhere/f"));
}

TEST_F(CInterface, EveryThreadHasAnErrorOfItsOwn) {
    expect_refused(tiramisu_invoke(nullptr), "tiramisu_invoke");
    std::thread([] { EXPECT_STREQ(tiramisu_last_error(), ""); }).join();
    EXPECT_STREQ(tiramisu_status_name(TIRAMISU_BAD_ARGUMENT), "bad_argument");
    EXPECT_STREQ(tiramisu_status_name(static_cast<tiramisu_status>(7)), "unknown_status");
}

TEST_F(CInterface, MeasuredTimesAreRememberedAndChosenBy) {
    const testing::temporary_folder folder;
    const std::string file = folder / "perf.sqlite";
    tiramisu_layer_options options = {};
    options.measured = file.c_str();
    options.solver = "naive";
    tiramisu_solver_list *found = nullptr;
    ASSERT_EQ(tiramisu_find(product, &options, &found), TIRAMISU_SUCCESS) << tiramisu_last_error();
    ASSERT_EQ(tiramisu_solver_count(found), 1u);
    tiramisu_delete_solver_list(found);
    options.solver = nullptr;
    tiramisu_layer *made = nullptr;
    ASSERT_EQ(tiramisu_make_layer(product, &options, &made), TIRAMISU_SUCCESS);
    EXPECT_STREQ(tiramisu_layer_solver(made), "naive");
    tiramisu_delete_layer(made);
}

TEST_F(CInterface, FindIsAskedForAMode) {
    const testing::temporary_folder folder;
    const std::string file = folder / "perf.sqlite";
    tiramisu_layer_options options = {};
    options.measured = file.c_str();
    const auto first_time = [&](tiramisu_find_mode mode) {
        options.find_mode = mode;
        tiramisu_solver_list *found = nullptr;
        EXPECT_EQ(tiramisu_find(product, &options, &found), TIRAMISU_SUCCESS)
            << tiramisu_last_error();
        tiramisu_solver first = {};
        EXPECT_EQ(tiramisu_solver_at(found, 0, &first), TIRAMISU_SUCCESS);
        EXPECT_STREQ(first.why_not, "");
        tiramisu_delete_solver_list(found);
        return first.milliseconds;
    };
    EXPECT_EQ(first_time(TIRAMISU_FIND_FAST), 0);
    const double measured = first_time(TIRAMISU_FIND_HYBRID);
    EXPECT_GT(measured, 0);
    EXPECT_EQ(first_time(TIRAMISU_FIND_HYBRID), measured);
    EXPECT_EQ(first_time(TIRAMISU_FIND_FAST), measured);
    EXPECT_EQ(first_time(TIRAMISU_FIND_CLEAN), 0);
    tiramisu_solver_list *found = nullptr;
    options.find_mode = 7;
    expect_refused(tiramisu_find(product, &options, &found), "mode", "is value 7 of its enum");
    options.find_mode = TIRAMISU_FIND_HYBRID;
    options.measured = nullptr;
    expect_refused(tiramisu_find(product, &options, &found), "mode",
                   "is hybrid, but results is null");
}

TEST_F(CInterface, FindEndsWhereItIsToldTo) {
    int asked = 0;
    tiramisu_layer_options options = {};
    options.find_stop = [](void *data) { return ++*static_cast<int *>(data); };
    options.find_stop_data = &asked;
    options.find_seconds = INFINITY;
    tiramisu_solver_list *found = nullptr;
    ASSERT_EQ(tiramisu_find(product, &options, &found), TIRAMISU_SUCCESS) << tiramisu_last_error();
    EXPECT_EQ(asked, 1);
    tiramisu_solver second = {};
    ASSERT_EQ(tiramisu_solver_at(found, 1, &second), TIRAMISU_SUCCESS);
    EXPECT_STREQ(second.why_not, "not tried: search_options::stop ended the search");
    tiramisu_delete_solver_list(found);
    options.find_seconds = -1;
    expect_refused(tiramisu_find(product, &options, &found), "seconds", "is -1, must be");
}

TEST_F(CInterface, TellsWhereCodeIsKept) {
    const testing::environment_setting place("TIRAMISU_CACHE", "/somewhere");
    EXPECT_STREQ(tiramisu_layer_cache_folder(), "/somewhere");
    const testing::environment_setting bound("TIRAMISU_CACHE_MB", "-3");
    tiramisu_layer_cache found;
    expect_refused(tiramisu_get_layer_cache(&found), "TIRAMISU_CACHE_MB", "\"-3\"");
}

} // namespace
} // namespace tiramisu::testing
