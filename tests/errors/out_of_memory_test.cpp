// Generated code that gets no memory.

#include <atomic>
#include <cstdlib>

#include <HalideRuntime.h>
#include <gtest/gtest.h>

#include "support/functions.h"

namespace {

std::atomic<bool> is_exhausted = false;
std::atomic<std::size_t> asked = 0; ///< bytes, by the last call

constexpr std::size_t alignment = 128;

} // namespace

extern "C" {

// In place of the runtime's, which programs may replace.
void *halide_malloc(void *, std::size_t size) {
    asked = size;
    const std::size_t rounded = (size + 3 * alignment - 1) / alignment * alignment;
    void *block = is_exhausted ? nullptr : std::aligned_alloc(alignment, rounded);
    return block == nullptr ? nullptr : static_cast<char *>(block) + alignment;
}

void halide_free(void *, void *memory) {
    if (memory != nullptr) {
        std::free(static_cast<char *>(memory) - alignment);
    }
}
}

namespace tiramisu::oracle {
namespace {

using ::tiramisu::testing::current;

/// The error of a call for which there is no memory.
std::string error_of(const compiled_function &code, int size, std::vector<jit_argument> scalars) {
    std::vector<int> out(static_cast<std::size_t>(size));
    scalars.insert(scalars.begin(), jit_argument(out.data(), {size}));
    is_exhausted = true;
    const int result = code(scalars);
    is_exhausted = false;
    EXPECT_EQ(halide_error_code_out_of_memory, result);
    return compiled_function::error_text();
}

std::string error_of(const compiled_function &code, int size) {
    return error_of(code, size, {size});
}

TEST(OutOfMemory, NamesTheFunctionAndTheBuffer) {
    init("averages");
    const constant n("n", p_int32);
    const var i("i", 0, n);
    buffer out("out", {n}, p_int32, a_output), sums("sums", {n}, p_int32, a_temporary);
    computation total("total", {i}, i), mean("mean", {i}, total(i) + 1);
    total.store_in(&sums);
    mean.store_in(&out);
    EXPECT_EQ("averages: out of memory: temporary buffer \"sums\" could not be allocated",
              error_of(current().compile({&out}), 8));
}

TEST(OutOfMemory, NamesTheComputationForWhichABufferWasMade) {
    init("averages_of_rows");
    const constant n("n", p_int32);
    const var i("i", 0, n);
    buffer out("out", {n}, p_int32, a_output);
    computation total("total", {i}, i), mean("mean", {i}, total(i) + 1);
    mean.store_in(&out);
    const compiled_function code = current().compile({&out});
    EXPECT_EQ("averages_of_rows: out of memory: temporary buffer \"total\" could not be allocated",
              error_of(code, 8));
    std::vector<int> values(8);
    EXPECT_EQ(0, code({jit_argument(values.data(), {8}), 8}));
    EXPECT_EQ(8, values.back());
}

/// The temporary has 65536 `n` + 8 elements, of which the first ten are used.
compiled_function with_wide_temporary(primitive_t size_type) {
    init("wide");
    const constant n("n", size_type);
    const var i("i", 0, 10);
    buffer out("out", {10}, p_int32, a_output);
    buffer wide("wide", {expr(n) * expr(std::int64_t{65536}) + expr(std::int64_t{8})}, p_int32,
                a_temporary);
    computation first("first", {i}, i), second("second", {i}, first(i) + 1);
    first.store_in(&wide);
    second.store_in(&out);
    return current().compile({&out});
}

/// Halide's own allocation takes 32 bits of an extent.
TEST(OutOfMemory, SizesOf64BitsGetAllTheirBytes) {
    const compiled_function code = with_wide_temporary(p_int64);
    std::vector<int> values(10);
    is_exhausted = true;
    EXPECT_EQ(halide_error_code_out_of_memory,
              code({jit_argument(values.data(), {10}), std::int64_t{65536}}));
    is_exhausted = false;
    EXPECT_LE(((std::size_t{1} << 32) + 8) * 4, asked);
    EXPECT_EQ(0, code({jit_argument(values.data(), {10}), std::int64_t{1}}));
    EXPECT_LE((65536 + 8) * 4, asked);
    EXPECT_GE(65536 * 5, asked);
    EXPECT_EQ(10, values.back());
}

TEST(OutOfMemory, SizesThatAreKnownMayTakeMoreThanTwoGibibytes) {
    init("known");
    const var i("i", 0, 10);
    buffer out("out", {10}, p_int32, a_output), wide("wide", {40000, 80000}, p_int32, a_temporary);
    computation first("first", {i}, i), second("second", {i}, first(i) + 1);
    first.store_in(&wide, {i, i});
    second.store_in(&out);
    EXPECT_EQ("known: out of memory: temporary buffer \"wide\" could not be allocated",
              error_of(current().compile({&out}), 10, {}));
    EXPECT_LE(std::size_t{40000} * 80000 * 4, asked);
}

TEST(OutOfMemory, BytesThatNoMachineHasAreTold) {
    init("cube");
    const constant n("n", p_int64);
    const var i("i", 0, n), j("j", 0, n), k("k", 0, n), a("a", 0, 10);
    buffer out("out", {10}, p_int32, a_output);
    computation first("first", {i, j, k}, i + j), second("second", {a}, first(a, a, a));
    second.store_in(&out);
    const compiled_function code = current().compile({&out});
    std::vector<int> values(10);
    const auto error_of_size = [&](std::int64_t size) {
        EXPECT_EQ(halide_error_code_buffer_allocation_too_large,
                  code({jit_argument(values.data(), {10}), size}));
        return compiled_function::error_text();
    };
    EXPECT_EQ("temporary buffer \"first\" takes 4000000000000 bytes, at most 8589934588 are "
              "possible",
              error_of_size(10000));
    EXPECT_EQ("temporary buffer \"first\" takes 9223372036854775808 bytes, at most 8589934588 are "
              "possible",
              error_of_size(std::int64_t{1} << 22)); // 2^68, 0 in 64 bits
}

/// Halide would take memory of the stack and free it as if it were the heap's.
TEST(OutOfMemory, NamesArraysThatAreSmallForTheStackButLargeForHalide) {
    init("rows_of_sums");
    const constant n("n", p_int32);
    const var i("i", 0, 5000), j("j", 0, n);
    buffer out("out", {n}, p_int32, a_output);
    computation total("total", {i}, i), mean("mean", {j}, total(j) + 1);
    mean.store_in(&out);
    const compiled_function code = current().compile({&out});
    EXPECT_EQ("rows_of_sums: out of memory: temporary buffer \"total\" could not be allocated",
              error_of(code, 8));
    std::vector<int> values(8);
    EXPECT_EQ(0, code({jit_argument(values.data(), {8}), 8}));
    EXPECT_EQ(8, values.back());
}

TEST(OutOfMemory, NamesBuffersThatShareOnePieceOfMemory) {
    init("large_buffers");
    constexpr int size = 1 << 20;
    const constant n("n", p_int32);
    const var i("i", 0, n), k("k", 0, size);
    buffer out("out", {n}, p_int32, a_output);
    computation first("first", {k}, k), second("second", {k}, first(size - 1 - k));
    computation last("last", {i}, first(0) + second(1));
    last.store_in(&out);
    EXPECT_EQ("large_buffers: out of memory: temporary buffer \"first\", \"second\" could not be "
              "allocated",
              error_of(current().compile({&out}), 8));
}

} // namespace
} // namespace tiramisu::oracle
