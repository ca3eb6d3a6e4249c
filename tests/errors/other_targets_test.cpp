// What this version has no code generator for is refused by name.

#include <gtest/gtest.h>

#include "support/throws.h"
#include "tiramisu/auto_scheduler/auto_scheduler.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

struct copy {
    copy() : implicit((init("copy"), 0)), i("i", 0, 8), j("j", 0, 8), c("c", {i, j}, i + j) {}
    int implicit;
    const var i, j;
    computation c;
};

/// The one text of all that is for another target.
std::string is_for(const std::string &target) {
    return "is for " + target +
           ", for which this version generates no code; leave it out to run in one process on the "
           "processor, which has parallelize() and vectorize() for loops, memory::temporary and "
           "memory::registers for staged values, and call() for functions of other libraries";
}

template <typename Call>
::testing::AssertionResult refused(Call &&call, std::vector<std::string> parts) {
    parts.emplace_back("other_targets_test.cpp:"); // the line of the call
    return throws<unsupported_error>(call, parts);
}

TEST(OtherTargets, CallsOfGpuLibrariesAreRefused) {
    copy p;
    buffer a("a", {8}, p_float32, a_input), b("b", {8}, p_float32, a_temporary);
    const std::string why = ": " + is_for("a GPU"), of_library = ": " + is_for("a BLAS library");
    EXPECT_TRUE(refused([&] { expr(o_memcpy, "a"); },
                        {"expression: expr(operation, \"a\"): " + is_for("a GPU")}));
    EXPECT_TRUE(refused([&] { cublas_gemm(a, a, b, 2, 2, 2); }, {"cublas_gemm" + why}));
    EXPECT_TRUE(refused([&] { cblas_gemm(a, a, b, 2, 2, 2); }, {"cblas_gemm" + of_library}));
    EXPECT_TRUE(refused([&] { spmv(a, b, 8); }, {"spmv" + of_library}));
}

TEST(OtherTargets, SeveralProcessesAreRefused) {
    copy p;
    const std::string why = is_for("several processes");
    EXPECT_TRUE(refused([&] { p.c.tag_distribute_level(p.i); },
                        {"computation \"c\": tag_distribute_level: " + why}));
    EXPECT_TRUE(refused([&] { p.c.tag_distribute_level(0); }, {"tag_distribute_level: " + why}));
    EXPECT_TRUE(refused([&] { p.c.drop_rank_iter(p.i); }, {"drop_rank_iter: " + why}));
    EXPECT_TRUE(refused([&] { p.c.gen_communication(); }, {"gen_communication: " + why}));
    EXPECT_TRUE(refused([&] { p.c.gen_communication(p.i); }, {"gen_communication: " + why}));
    EXPECT_TRUE(
        refused([&] { p.c.set_wait_access("{c[i,j]->w[i]}"); }, {"set_wait_access: " + why}));
    EXPECT_TRUE(refused([&] { p.c.collapse_many({}); }, {"collapse_many: " + why}));
}

TEST(OtherTargets, MessagesAreRefused) {
    copy p;
    const std::string why = ": " + is_for("several processes");
    EXPECT_TRUE(refused([] { xfer_prop(p_float32, {SYNC, BLOCK, MPI}); }, {"xfer_prop" + why}));
    EXPECT_TRUE(refused([&] { wait(p.c(0, 0), xfer_prop()); }, {"wait" + why}));
    EXPECT_TRUE(refused([] { collapse_group(1, 0, -1); }, {"collapse_group" + why}));
    EXPECT_TRUE(refused(
        [&] { computation::create_xfer("{s[i]: 0<=i<8}", xfer_prop(), p.c(0, 0), nullptr); },
        {"computation::create_xfer" + why}));
}

TEST(OtherTargets, SearchesAreRefused) {
    using namespace auto_scheduler;
    const std::string why = ": this version has no such search; there is beam_search with "
                            "evaluate_by_execution, and tiramisu::auto_schedule()";
    const auto text = [&](const char *part) {
        return std::vector<std::string>{std::string("auto_scheduler::") + part + why};
    };
    EXPECT_TRUE(refused([] { beam_search_accuracy_evaluator(2, 3); },
                        text("beam_search_accuracy_evaluator")));
}

TEST(OtherTargets, APythonModuleIsRefused) {
    copy p;
    const std::string why = ": cannot be made a Python module by this version; link the object";
    EXPECT_TRUE(refused([&] { codegen({}, "unused.o", false, true); },
                        {"function \"copy\": codegen" + why}));
    function f = *global::get_implicit_function();
    f.set_arguments({});
    EXPECT_TRUE(refused([&] { f.gen_halide_obj("unused.o", true); },
                        {"function \"copy\": gen_halide_obj" + why}));
}

TEST(OtherTargets, TheStepsNeedArguments) {
    copy p;
    EXPECT_TRUE(throws<user_error>(
        [&] { global::get_implicit_function()->gen_isl_ast(); },
        {"function \"copy\": gen_isl_ast: has no arguments yet; call set_arguments() first"}));
}

} // namespace
} // namespace tiramisu::oracle
