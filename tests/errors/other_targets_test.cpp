// What this version has no code generator for is refused by name.

#include <gtest/gtest.h>

#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

struct copy {
    copy() : implicit((init("copy"), 0)), i("i", 0, 8), j("j", 0, 8), c("c", {i, j}, i + j) {}
    int implicit;
    const var i, j;
    computation c;
};

TEST(OtherTargets, AGpuIsRefused) {
    copy p;
    const std::string why = "cannot be compiled for a GPU by this version; leave the call out to "
                            "run on this machine's processor";
    EXPECT_TRUE(throws<unsupported_error>([&] { p.c.gpu_tile(p.i, p.j, 4, 4); },
                                          {"computation \"c\": gpu_tile: " + why}));
    EXPECT_TRUE(throws<unsupported_error>([&] { p.c.tag_gpu_level(p.i, p.j); },
                                          {"computation \"c\": tag_gpu_level: " + why}));
    buffer b("b", {8}, p_float32, a_temporary);
    EXPECT_TRUE(throws<unsupported_error>([&] { b.tag_gpu_shared(); },
                                          {"buffer \"b\": tag_gpu_shared: cannot lie in a GPU's "
                                           "memory in this version"}));
}

TEST(OtherTargets, SeveralProcessesAreRefused) {
    copy p;
    EXPECT_TRUE(throws<unsupported_error>([&] { p.c.tag_distribute_level(p.i); },
                                          {"tag_distribute_level: cannot be compiled for several "
                                           "processes by this version"}));
    EXPECT_TRUE(throws<unsupported_error>([&] { p.c.drop_rank_iter(p.i); }, {"drop_rank_iter"}));
    EXPECT_TRUE(throws<unsupported_error>([&] { p.c.gen_communication(); }, {"gen_communication"}));
}

TEST(OtherTargets, AGenerationForAGpuIsRefused) {
    copy p;
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { codegen({}, "unused.o", true); },
        {"function \"copy\": codegen: cannot be compiled for CUDA by this version"}));
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { codegen({}, "unused.o", false, true); },
        {"cannot be made a Python module by this version; link the object"}));
    EXPECT_TRUE(throws<user_error>(
        [&] { global::get_implicit_function()->gen_isl_ast(); },
        {"function \"copy\": gen_isl_ast: has no arguments yet; call set_arguments() first"}));
}

} // namespace
} // namespace tiramisu::oracle
