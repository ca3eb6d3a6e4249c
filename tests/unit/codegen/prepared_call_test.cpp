// Calls whose arguments are described once.
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "support/small_programs.h"
#include "support/throws.h"
#include "tiramisu/runtime.h"

namespace tiramisu {
namespace {

using elements = std::vector<std::int32_t>;

class PreparedCall : public ::testing::Test {
protected:
    oracle::small_program p{"prepared"};
    compiled_function code = p.function.compile(p.arguments());
    elements a = elements(16 * 8, 1), c = elements(16 * 8, 7);

    std::vector<jit_argument> arguments() { return {{a.data(), {16, 8}}, {c.data(), {16, 8}}}; }
};

TEST_F(PreparedCall, IsMadeManyTimes) {
    prepared_call call = code.prepare(arguments());
    EXPECT_EQ(call(), 0);
    EXPECT_EQ(c, elements(16 * 8, 2));
    a.assign(a.size(), 5);
    EXPECT_EQ(call(), 0);
    EXPECT_EQ(c, elements(16 * 8, 6));
}

TEST_F(PreparedCall, OutlivesTheFunctionAndIsMoved) {
    prepared_call call;
    EXPECT_FALSE(call);
    EXPECT_EQ(call(), 0);
    {
        prepared_call made = code.prepare(arguments());
        code = {};
        call = std::move(made);
    }
    EXPECT_TRUE(call);
    EXPECT_EQ(call(), 0);
    EXPECT_EQ(c, elements(16 * 8, 2));
}

TEST_F(PreparedCall, TakesOtherMemory) {
    prepared_call call = code.prepare(arguments());
    elements other(16 * 8, 40), result(16 * 8, 0);
    call.set_data(0, other.data());
    call.set_data(1, result.data());
    EXPECT_EQ(call(), 0);
    EXPECT_EQ(result, elements(16 * 8, 41));
    EXPECT_EQ(c, elements(16 * 8, 7));
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { call.set_data(2, a.data()); },
        {"prepared_call_test.cpp:", "prepared call: set_data: argument 2 is no buffer"}));
}

TEST_F(PreparedCall, ChecksItsArgumentsAsACallDoes) {
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { code.prepare({}); },
        {"prepared_call_test.cpp:", "\"prepared\"", "called with 0 arguments"}));
    EXPECT_TRUE(oracle::throws<user_error>([] { compiled_function().prepare({}); },
                                           {"called before anything was compiled into it"}));
    prepared_call call = code.prepare({{a.data(), {16, 8}}, {c.data(), {16, 9}}});
    EXPECT_NE(call(), 0);
    EXPECT_NE(compiled_function::error_text().find("c_mem"), std::string::npos);
    EXPECT_EQ(c, elements(16 * 8, 7));
}

TEST_F(PreparedCall, RefusesExecutionsThatAreNone) {
    execution opts;
    opts.threads = -1;
    EXPECT_TRUE(
        oracle::throws<user_error>([&] { code.prepare(arguments(), opts); },
                                   {"is to be executed by -1 threads, must be at least 0"}));
    opts = {0, nullptr, 64};
    EXPECT_TRUE(
        oracle::throws<user_error>([&] { code.prepare(arguments(), opts); },
                                   {"is given 64 bytes for temporary arrays, but no memory"}));
    opts = {};
    opts.allocator.allocate = [](void *, std::size_t, std::size_t) -> void * { return nullptr; };
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { code.prepare(arguments(), opts); },
        {"\"prepared\"", "is given an allocator that cannot release; it needs both functions"}));
    const char *const takes_none =
        "but calls take none yet: kernels run on the device of the process; leave device and "
        "stream null";
    opts = {};
    opts.stream = &opts;
    EXPECT_TRUE(
        oracle::throws<user_error>([&] { code.prepare(arguments(), opts); },
                                   {"is to be executed on a stream of a device, ", takes_none}));
    opts.device = &opts;
    EXPECT_TRUE(oracle::throws<user_error>([&] { code.prepare(arguments(), opts); },
                                           {"is to be executed on a device, ", takes_none}));
}

/// A sum of what a temporary array of `count` elements holds.
struct temporary_program {
    static constexpr int count = 1 << 15;
    int implicit = (init("with_temporary"), 0);
    var i{"i", 0, count};
    buffer in{"in", {count}, p_int32, a_input}, kept{"kept", {count}, p_int32, a_temporary},
        out{"out", {count}, p_int32, a_output};
    input A{"A", {i}, p_int32};
    computation B{"B", {i}, A(i) * 2}, C{"C", {i}, B(count - 1 - i) + 1};
    function what = *global::get_implicit_function();

    temporary_program() {
        A.store_in(&in);
        B.store_in(&kept);
        C.store_in(&out);
        C.after(B, computation::root);
    }
};

TEST(PreparedCalls, KeepTheMemoryOfTemporaryArrays) {
    temporary_program p;
    const compiled_function code = p.what.compile({&p.in, &p.out});
    elements in(temporary_program::count, 3), out(temporary_program::count, 0);
    const std::vector<jit_argument> arguments = {{in.data(), {temporary_program::count}},
                                                 {out.data(), {temporary_program::count}}};
    prepared_call call = code.prepare(arguments);
    EXPECT_EQ(call.workspace_bytes(), 0U);
    EXPECT_EQ(call(), 0);
    EXPECT_EQ(out, elements(temporary_program::count, 7));
    const std::size_t bytes = call.workspace_bytes();
    EXPECT_GE(bytes, temporary_program::count * sizeof(std::int32_t));
    EXPECT_EQ(call(), 0);
    EXPECT_EQ(call.workspace_bytes(), bytes);

    elements memory(bytes / sizeof(std::int32_t) + 32, -1);
    const execution within = {1, memory.data(), memory.size() * sizeof(std::int32_t)};
    out.assign(out.size(), 0);
    EXPECT_EQ(code.prepare(arguments, within)(), 0);
    EXPECT_EQ(out, elements(temporary_program::count, 7));
    EXPECT_NE(memory, elements(memory.size(), -1)) << "that is where the array lay";
}

/// Gives memory, and counts how much of it has not come back.
struct counting_allocator {
    std::size_t given = 0, pieces = 0;
    bool has_memory = true;

    tiramisu_allocator functions() {
        return {[](void *context, std::size_t bytes, std::size_t alignment) -> void * {
                    auto &self = *static_cast<counting_allocator *>(context);
                    self.given += self.has_memory ? bytes : 0;
                    self.pieces += self.has_memory ? 1 : 0;
                    return self.has_memory ? std::aligned_alloc(alignment, bytes) : nullptr;
                },
                [](void *context, void *memory, std::size_t bytes) {
                    static_cast<counting_allocator *>(context)->given -= bytes;
                    std::free(memory);
                },
                this};
    }
};

TEST(PreparedCalls, TakeTheMemoryOfTemporaryArraysFromTheCallersAllocator) {
    temporary_program p;
    const compiled_function code = p.what.compile({&p.in, &p.out});
    elements in(temporary_program::count, 3), out(temporary_program::count, 0);
    const std::vector<jit_argument> arguments = {{in.data(), {temporary_program::count}},
                                                 {out.data(), {temporary_program::count}}};
    counting_allocator memory;
    execution opts;
    opts.allocator = memory.functions();
    {
        const prepared_call call = code.prepare(arguments, opts);
        EXPECT_EQ(call(), 0);
        EXPECT_EQ(call(), 0);
        EXPECT_EQ(out, elements(temporary_program::count, 7));
        EXPECT_EQ(memory.pieces, 1U) << "the second call has that of the first one";
        EXPECT_EQ(memory.given, call.workspace_bytes());
    }
    EXPECT_EQ(memory.given, 0U);
    memory.has_memory = false;
    EXPECT_STREQ(tiramisu_error_name(code.prepare(arguments, opts)()), "out_of_memory");
    EXPECT_NE(compiled_function::error_text().find("\"kept\""), std::string::npos);
}

} // namespace
} // namespace tiramisu
