// Generated code that gets no memory.

#include <atomic>
#include <cstdlib>

#include <HalideRuntime.h>
#include <gtest/gtest.h>

#include "support/functions.h"

namespace {

std::atomic<bool> is_exhausted = false;

constexpr std::size_t alignment = 128;

} // namespace

extern "C" {

// In place of the runtime's, which programs may replace.
void *halide_malloc(void *, std::size_t size) {
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
std::string error_of(const compiled_function &code, int size) {
    std::vector<int> out(static_cast<std::size_t>(size));
    is_exhausted = true;
    const int result = code({jit_argument(out.data(), {size}), size});
    is_exhausted = false;
    EXPECT_EQ(halide_error_code_out_of_memory, result);
    return compiled_function::error_text();
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
