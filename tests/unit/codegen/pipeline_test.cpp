#include <algorithm>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codegen/lower.h"
#include "codegen/passes/pipeline.h"
#include "support/throws.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string debug_output(const std::string &requests) {
    const expr i = it("i");
    const core::program p = make_program("f", {{"out", p_int32, a_output, {8}}},
                                         {assign("S", {"i"}, "out", {i}, i + expr(1))});
    nest loops("{ S[i] -> [i] : 0 <= i < 8 }");
    loops.kind(0, poly::loop_kind::unrolled);
    std::ostringstream shown;
    options opts;
    opts.debug_stream = &shown;
    opts.add_debug_requests(requests);
    lower::stmt_text(p, loops.ast(), opts);
    return shown.str();
}

TEST(Pipeline, IsSilentUnlessAsked) {
    EXPECT_EQ("", debug_output(""));
    EXPECT_EQ("", debug_output("find:2"));
}

TEST(Pipeline, ShowsEveryPassAtLevelTwo) {
    const std::string text = debug_output("pass:2");
    EXPECT_THAT(text, HasSubstr("pass unroll_loops: before\n"));
    EXPECT_THAT(text, HasSubstr("pass unroll_loops: after\n"));
    EXPECT_THAT(text, HasSubstr("pass vectorize_loops: unchanged\n"));
}

TEST(Pipeline, NamesThePassesAtLevelOne) {
    const std::string text = debug_output("pass:1");
    EXPECT_THAT(text, HasSubstr("pass unroll_loops: changed\n"));
    EXPECT_THAT(text, Not(HasSubstr("before")));
}

TEST(Pipeline, ShowsOnePassByName) {
    const std::string text = debug_output("pass:unroll_loops");
    EXPECT_THAT(text, HasSubstr("unrolled (c0"));
    EXPECT_THAT(text, Not(HasSubstr("simplify")));
}

TEST(Pipeline, TakesRequestsFromTheEnvironment) {
    const environment_setting debug("TIRAMISU_DEBUG", "pass:1");
    EXPECT_THAT(debug_output(""), HasSubstr("pass unroll_loops: changed"));
}

std::vector<std::string> names_for(const std::string &target) {
    std::vector<std::string> names;
    for (const lower::pass &step : lower::passes_for(Halide::Target(target))) {
        names.push_back(step.name);
    }
    return names;
}

/// What is in both, whatever the target.
const std::vector<std::string> everywhere = {"simplify",
                                             "unroll_loops",
                                             "widen_shared_loads",
                                             "vectorize_loops",
                                             "remove_atomics",
                                             "simplify_vectors",
                                             "run_named_iterations",
                                             "interleave_neighbouring_stores",
                                             "partition_loops",
                                             "stage_strided_loads",
                                             "make_masked_strides_dense",
                                             "flatten_vectors",
                                             "remove_dead_allocations",
                                             "settle_divisions",
                                             "find_dot_products",
                                             "transpose_neighbouring_stores",
                                             "eliminate_common_subexpressions",
                                             "hoist_loop_invariants",
                                             "find_intrinsics",
                                             "lower_bfloats",
                                             "make_vectors_whole",
                                             "find_starts",
                                             "find_addresses",
                                             "make_conditions_known",
                                             "pad_odd_masks",
                                             "name_negative_starts",
                                             "put_large_arrays_on_heap",
                                             "prevent_wide_switches",
                                             "rename_variables"};

std::vector<std::string> and_everywhere(std::vector<std::string> first) {
    first.insert(first.end(), everywhere.begin(), everywhere.end());
    return first;
}

std::vector<std::string> with_fast_floats(std::vector<std::string> names) {
    const auto after = std::find(names.begin(), names.end(), "stage_strided_loads");
    names.insert(after, "keep_sums_in_lanes");
    return names;
}

TEST(Pipeline, HasThePassesOfItsTarget) {
    EXPECT_EQ(
        with_fast_floats(and_everywhere({"refuse_device_code", "complete_elementary_functions",
                                         "remove_infinities", "keep_terms_in_minima"})),
        names_for("x86-64-linux-avx2"));
    EXPECT_EQ(and_everywhere(
                  {"refuse_device_code", "complete_elementary_functions", "make_floats_strict"}),
              names_for("x86-64-linux-avx2-strict_float"));
    std::vector<std::string> with_device = with_fast_floats(and_everywhere(
        {"complete_elementary_functions", "remove_infinities", "keep_terms_in_minima"}));
    with_device.insert(with_device.begin() + 4, "settle_kernel_vectors");
    EXPECT_EQ(with_device, names_for("x86-64-linux-avx2-cuda"));
}

TEST(Pipeline, LeavesShortNumbersToInstructionsForThem) {
    const auto has = [](const std::string &target, const std::string &name) {
        const std::vector<std::string> names = names_for(target);
        return std::count(names.begin(), names.end(), name) == 1;
    };
    EXPECT_TRUE(has("x86-64-linux-sse41", "lower_halves"));
    EXPECT_FALSE(has("x86-64-linux-avx2", "lower_halves"));
}

TEST(Pipeline, TellsPassesTheTarget) {
    const lower::pass named = {
        "name", [](const Halide::Internal::Stmt &, const Halide::Target &target) {
            return Halide::Internal::Evaluate::make(target.natural_vector_size(Halide::Float(32)));
        }};
    std::ostringstream text;
    text << named.run({}, Halide::Target("x86-64-linux-avx2"));
    EXPECT_EQ("8\n", text.str());
}

TEST(Pipeline, OrdersSumsWhereTheScheduleLeavesRegistersToTheCompiler) {
    using ::testing::Contains;
    const std::string pass = "add_carried_elements_last";
    EXPECT_THAT(names_for("x86-64-linux-avx2-enable_llvm_loop_opt"), Contains(pass));
    EXPECT_THAT(names_for("x86-64-linux-avx2-enable_llvm_loop_opt-strict_float"),
                Not(Contains(pass)));
}

TEST(Pipeline, HasNoCodeForDevicesWhereTheTargetHasNone) {
    const core::program p = make_program("f", {{"out", p_int32, a_output, {8}}},
                                         {assign("S", {"i"}, "out", {it("i")}, it("i"))});
    for (const auto kind :
         {poly::loop_kind::gpu_block, poly::loop_kind::gpu_thread, poly::loop_kind::gpu_lane}) {
        nest loops("{ S[i] -> [i] : 0 <= i < 8 }");
        loops.kind(0, kind);
        EXPECT_TRUE(oracle::throws<unsupported_error>(
            [&] { lower::stmt_text(p, loops.ast(), {}); },
            {"loop \"c0\": code generation: runs on a GPU, and the target has none"}));
    }
}

TEST(Pipeline, RunsLoopsOfADeviceThere) {
    const core::program p = make_program("f", {{"out", p_int32, a_output, {8}}},
                                         {assign("S", {"i"}, "out", {it("i")}, it("i"))});
    nest loops("{ S[i] -> [i] : 0 <= i < 8 }");
    loops.kind(0, poly::loop_kind::gpu_block);
    std::ostringstream text;
    text << lower::lower_body(p, loops.ast(), {}, Halide::Target("x86-64-linux-opencl"));
    EXPECT_THAT(text.str(), HasSubstr("gpu_block<Default_GPU> (c0.block_id_x, 0, 8)"));
}

TEST(Pipeline, HasDistinctNames) {
    std::set<std::string> names;
    for (const lower::pass &step : lower::passes()) {
        EXPECT_TRUE(names.insert(step.name).second) << step.name;
    }
}

TEST(Options, RefuseMalformedRequests) {
    EXPECT_THROW(options().add_debug_requests("pass:,find:1"), user_error);
    EXPECT_THROW(options().add_debug_requests(":2"), user_error);
    options opts;
    opts.add_debug_requests("find,pass:3,,");
    EXPECT_EQ(1, opts.debug_level("find"));
    EXPECT_EQ(3, opts.debug_level("pass"));
    EXPECT_EQ(0, opts.debug_level("other"));
}

} // namespace
} // namespace tiramisu::testing
