// Products of matrices whose blocks copy tiles into the memory that their threads share.

#include <optional>

#include <gmock/gmock.h>

#include "gpu/device.h"
#include "support/throws.h"
#include "tiramisu/jit.h"

namespace tiramisu {
namespace {

using oracle::throws;
using ::testing::HasSubstr;
using ::tiramisu::testing::on_device;

/// c(i, j) = sum of a(i, k) b(k, j), of which the caller says the sizes; blocks of 8 x 8 threads
/// take `depth_tile` steps over k together.
struct tiled_product {
    tiramisu::function owner;
    constant n, m, depth;
    var i, j, k;
    buffer b_a, b_b, b_c;
    input a, b;
    computation zero, c;

    explicit tiled_product(int depth_tile)
        : owner((init("product"), *global::get_implicit_function())), n("n", p_int32),
          m("m", p_int32), depth("depth", p_int32), i("i", 0, n), j("j", 0, m), k("k", 0, depth),
          b_a("b_a", {n, depth}, p_float32, a_input), b_b("b_b", {depth, m}, p_float32, a_input),
          b_c("b_c", {n, m}, p_float32, a_output), a("a", {i, k}, p_float32),
          b("b", {k, j}, p_float32), zero("zero", {i, j}, expr(0.0f)),
          c("c", {i, j, k}, p_float32) {
        a.store_in(&b_a);
        b.store_in(&b_b);
        zero.store_in(&b_c);
        c.store_in(&b_c, {i, j});
        c.set_expression(c(i, j, k) + a(i, k) * b(k, j));
        const var i0("i0"), j0("j0"), i1("i1"), j1("j1"), k0("k0"), k1("k1");
        zero.gpu_tile(i, j, 8, 8, i0, j0, i1, j1);
        c.tile(i, j, 8, 8, i0, j0, i1, j1).split(k, depth_tile, k0, k1);
        c.interchange(j1, k0).interchange(i1, k0);
        c.gpu_block(i0).gpu_block(j0).gpu_thread(i1).gpu_thread(j1);
        zero.then(c, j0);
    }

    computation copy_a() { return c.cache_read(a, var("k0"), {var("ai"), var("ak")}); }
    computation copy_b() { return c.cache_read(b, var("k0"), {var("bk"), var("bj")}); }

    compiled_function compiled() { return owner.compile({&b_a, &b_b, &b_c}, on_device()); }
    std::string text() { return owner.stmt_text({&b_a, &b_b, &b_c}, on_device()); }
};

/// What went wrong; empty if nothing did.
std::string run(const compiled_function &code, int n, int m, int depth) {
    std::vector<float> a(static_cast<std::size_t>(n * depth)),
        b(static_cast<std::size_t>(depth * m)), c(static_cast<std::size_t>(n * m), -1);
    for (std::size_t at = 0; at < a.size(); ++at) {
        a[at] = static_cast<float>(at % 7);
    }
    for (std::size_t at = 0; at < b.size(); ++at) {
        b[at] = static_cast<float>(at % 5) - 2;
    }
    if (code({jit_argument(a.data(), {n, depth}), jit_argument(b.data(), {depth, m}),
              jit_argument(c.data(), {n, m}), jit_argument(n), jit_argument(m),
              jit_argument(depth)}) != 0) {
        return compiled_function::error_text();
    }
    for (int at = 0; at < n * m; ++at) {
        float sum = 0;
        for (int step = 0; step < depth; ++step) {
            sum += a[static_cast<std::size_t>(at / m * depth + step)] *
                   b[static_cast<std::size_t>(step * m + at % m)];
        }
        if (c[static_cast<std::size_t>(at)] != sum) {
            return "element " + std::to_string(at);
        }
    }
    return "";
}

/// The right products of matrices whose sizes tiles divide, and do not.
void expect_products(const compiled_function &code) {
    for (const auto &size : std::vector<std::vector<int>>{
             {16, 24, 32}, {37, 29, 21}, {1, 1, 1}, {8, 9, 7}, {5, 40, 0}, {0, 3, 4}}) {
        EXPECT_EQ("", run(code, size[0], size[1], size[2]))
            << size[0] << " x " << size[1] << " x " << size[2];
    }
}

int count(const std::string &text, const std::string &part) {
    int found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++found;
    }
    return found;
}

class SharedMemory : public testing::DeviceTest {};

TEST(SharedMemoryLoops, SpreadCopiesOverTheThreadsThatTheScheduleSays) {
    tiled_product p(8);
    p.copy_a().gpu_thread(var("ai")).gpu_thread(var("ak"));
    p.copy_b().gpu_thread(var("bk")).gpu_thread(var("bj"));
    EXPECT_THAT(p.owner.loops_text(),
                HasSubstr("    // loop k0\n"
                          "    for (int c2 = 0; c2 <= floord(depth - 1, 8); c2 += 1) {\n"
                          "      // GPU thread loop bk\n"
                          "      for (int c3 = 0; c3 <= min(7, depth - 8 * c2 - 1); c3 += 1)\n"
                          "        // GPU thread loop bj\n"
                          "        for (int c4 = 0; c4 <= min(7, m - 8 * c1 - 1); c4 += 1)\n"
                          "          b_in_c_load(c0, c1, c2, c3, c4);\n"
                          "      // GPU thread loop ai\n"
                          "      for (int c3 = 0; c3 <= min(7, n - 8 * c0 - 1); c3 += 1)\n"
                          "        // GPU thread loop ak\n"
                          "        for (int c4 = 0; c4 <= min(7, depth - 8 * c2 - 1); c4 += 1)\n"
                          "          a_in_c_load(c0, c1, c2, c3, c4);\n"
                          "      // GPU thread loop i1\n"));
}

TEST(SharedMemoryLoops, HaveABarrierBeforeCopiesAndOneBeforeTheirReaders) {
    tiled_product p(8);
    p.copy_a().gpu_thread(var("ai")).gpu_thread(var("ak"));
    p.copy_b().gpu_thread(var("bk")).gpu_thread(var("bj"));
    const std::string text = p.text();
    EXPECT_THAT(text, HasSubstr("allocate shared[uint8 * 512] in GPUShared"));
    EXPECT_EQ(2, count(text, "gpu_thread_barrier")) << text;
    // The first one keeps the copies of an iteration from overwriting what the one before reads.
    const std::size_t loop = text.find("for (k0"), overwrite = text.find("gpu_thread_barrier"),
                      copied = text.find("shared[", loop),
                      ready = text.find("gpu_thread_barrier", copied);
    EXPECT_LT(loop, overwrite);
    EXPECT_LT(overwrite, copied);
    EXPECT_LT(ready, text.find("for (k1"));
}

TEST_F(SharedMemory, HoldsTilesOfProducts) {
    tiled_product p(8);
    p.copy_a().gpu_thread(var("ai")).gpu_thread(var("ak"));
    p.copy_b().gpu_thread(var("bk")).gpu_thread(var("bj"));
    expect_products(p.compiled());
}

TEST_F(SharedMemory, IsFilledByThreadsThatTakeSeveralElements) {
    tiled_product p(32);
    const var ak0("ak0"), ak1("ak1"), bk0("bk0"), bk1("bk1");
    p.copy_a()
        .split(var("ak"), 8, ak0, ak1)
        .interchange(var("ai"), ak0)
        .gpu_thread(var("ai"))
        .gpu_thread(ak1);
    p.copy_b().split(var("bk"), 8, bk0, bk1).gpu_thread(bk1).gpu_thread(var("bj"));
    EXPECT_EQ(2, count(p.text(), "gpu_thread_barrier"));
    expect_products(p.compiled());
}

TEST(SharedMemoryLoops, SpreadCopiesOverAllThreadsWithoutANameForEachLoop) {
    tiled_product p(32);
    p.copy_a().gpu_spread();
    const std::string loops = p.owner.loops_text();
    EXPECT_THAT(loops, HasSubstr("// GPU thread loop thread\n")) << loops;
    EXPECT_THAT(loops, HasSubstr("// GPU thread loop thread_1\n")) << loops;
    EXPECT_THAT(p.owner.schedule_text(), HasSubstr("a_in_c_load.gpu_spread(1);"));
}

TEST_F(SharedMemory, IsFilledByAllThreads) {
    tiled_product p(32);
    p.copy_a().gpu_spread();
    p.copy_b().gpu_spread(4);
    EXPECT_EQ(2, count(p.text(), "gpu_thread_barrier"));
    expect_products(p.compiled());
}

TEST_F(SharedMemory, IsFilledInTheOrderOfTheLoopsOfTheCopy) {
    tiled_product p(32);
    p.copy_a().interchange(var("ai"), var("ak")).gpu_spread();
    p.copy_b().interchange(var("bk"), var("bj")).gpu_spread(4);
    expect_products(p.compiled());
}

TEST_F(SharedMemory, IsFilledByMoreThreadsThanItHasElements) {
    tiled_product p(3);
    p.copy_a().gpu_spread();
    p.copy_b().gpu_spread(5);
    expect_products(p.compiled());
}

TEST_F(SharedMemory, IsFilledByOneThreadWhereTheScheduleSaysNothing) {
    tiled_product p(8);
    p.copy_a();
    p.copy_b();
    expect_products(p.compiled());
}

TEST_F(SharedMemory, HasTheLayoutThatTheCopyIsStoredIn) {
    tiled_product p(8);
    buffer padded("padded", {8, 9}, p_float32, a_temporary); // no two rows begin in one bank
    p.copy_a()
        .store_in(&padded, {var("ai"), var("ak")})
        .gpu_thread(var("ai"))
        .gpu_thread(var("ak"));
    p.copy_b().gpu_thread(var("bk")).gpu_thread(var("bj"));
    EXPECT_THAT(p.text(), HasSubstr("allocate shared[uint8 * 544] in GPUShared"));
    expect_products(p.compiled());
}

/// o(i, j) = 3 a(i, j); each block of 8 x 8 threads keeps its tile of `a`.
struct kept_tiles {
    tiramisu::function owner;
    var i, j;
    buffer b_a, b_o;
    input a;
    computation o;

    kept_tiles()
        : owner((init("tiles"), *global::get_implicit_function())), i("i", 0, 20), j("j", 0, 30),
          b_a("b_a", {20, 30}, p_float32, a_input), b_o("b_o", {20, 30}, p_float32, a_output),
          a("a", {i, j}, p_float32), o("o", {i, j}, a(i, j) * 3.0f) {
        a.store_in(&b_a);
        o.store_in(&b_o);
        o.gpu_tile(i, j, 8, 8, var("i0"), var("j0"), var("i1"), var("j1"));
    }

    /// The copy of a tile by the threads that use it.
    void keep(std::optional<memory> kept) {
        const std::vector<var> names = {var("row"), var("column")};
        computation copy =
            kept ? o.cache_read(a, var("j0"), *kept, names) : o.cache_read(a, var("j0"), names);
        copy.gpu_thread(names[0]).gpu_thread(names[1]);
    }

    std::string text() { return owner.stmt_text({&b_a, &b_o}, on_device()); }
};

TEST(SharedMemoryLoops, LieInRegistersWhereTheyCanUnlessTheScheduleNamesTheMemory) {
    const auto text_where = [](std::optional<memory> kept) {
        kept_tiles p;
        p.keep(kept);
        return p.text();
    };
    const std::string shared = "in GPUShared";
    EXPECT_EQ(0, count(text_where({}), shared)) << text_where({});
    EXPECT_EQ(0, count(text_where(memory::local), shared)) << text_where(memory::local);
    EXPECT_THAT(text_where(memory::shared), HasSubstr("allocate shared[uint8 * 256] " + shared));
}

TEST_F(SharedMemory, IsTakenWhereTheScheduleNamesIt) {
    kept_tiles p;
    p.keep(memory::shared);
    std::vector<float> in(600), out(600, -1);
    for (std::size_t at = 0; at < in.size(); ++at) {
        in[at] = static_cast<float>(at);
    }
    const compiled_function code = p.owner.compile({&p.b_a, &p.b_o}, on_device());
    ASSERT_EQ(0, code({jit_argument(in.data(), {20, 30}), jit_argument(out.data(), {20, 30})}));
    for (std::size_t at = 0; at < in.size(); ++at) {
        ASSERT_EQ(3 * in[at], out[at]) << at;
    }
}

TEST(SharedMemoryRefusals, OfElementsThatThreadsShareInMemoryOfEach) {
    tiled_product p(8);
    p.c.cache_read(p.a, var("k0"), memory::local, {var("ai"), var("ak")})
        .gpu_thread(var("ai"))
        .gpu_thread(var("ak"));
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { p.text(); },
        {"function \"product\": code generation: the buffer of \"a_in_c\" is kept in "
         "memory::local, which each thread has for itself, but threads of a block touch elements "
         "of one another, or at indices that do not tell whose they are; take memory::shared"}));
}

TEST(SharedMemoryRefusals, OfTilesThatAreTooLarge) {
    tiled_product p(1024);
    p.copy_a();
    p.copy_b();
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { p.text(); },
        {"function \"product\": code generation: the kernel \"i0\" keeps 65536 bytes in the memory "
         "that the threads of a block share; there are at most 49152: use smaller tiles"}));
}

TEST(SharedMemoryRefusals, OfCopiesByMoreThreadsThanABlockHas) {
    tiled_product p(256);
    computation copy = p.copy_a();
    copy.gpu_thread(var("ai"));
    EXPECT_TRUE(throws<user_error>([&] { copy.gpu_thread(var("ak")); },
                                   {"gpu_thread(ak): makes blocks of more than 1024 threads, which "
                                    "no GPU runs; use smaller tiles",
                                    "shared_memory_test.cpp:"}));
}

} // namespace
} // namespace tiramisu
