// Programs with loops on a GPU, run on an OpenCL device.

#include <numeric>

#include <HalideRuntime.h>
#include <gmock/gmock.h>

#include "gpu/device.h"
#include "support/throws.h"
#include "tiramisu/jit.h"
#include "tiramisu/runtime.h"

namespace tiramisu {
namespace {

using ::testing::HasSubstr;
using ::tiramisu::testing::on_device;

class Kernels : public testing::DeviceTest {};

/// 0.5, 1.5, ...
std::vector<float> numbers(int count) {
    std::vector<float> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), 0.5f);
    return values;
}

/// out(i, j) = 2 in(i, j) + i, of which the caller says the sizes.
struct scaled_rows {
    tiramisu::function owner;
    constant n, m;
    var i, j;
    buffer b_in, b_out;
    input in;
    computation out;

    scaled_rows()
        : owner((init("scaled_rows"), *global::get_implicit_function())), n("n", p_int32),
          m("m", p_int32), i("i", 0, n), j("j", 0, m), b_in("b_in", {n, m}, p_float32, a_input),
          b_out("b_out", {n, m}, p_float32, a_output), in("in", {i, j}, p_float32),
          out("out", {i, j}, in(i, j) * 2.0f + cast(p_float32, i)) {
        in.store_in(&b_in);
        out.store_in(&b_out);
    }

    /// The number of wrong elements, or what went wrong otherwise.
    std::string run(const compiled_function &code, int rows, int columns) const {
        const std::vector<float> from = numbers(rows * columns);
        std::vector<float> to(from.size(), -1);
        const int status = code({jit_argument(from.data(), {rows, columns}),
                                 jit_argument(to.data(), {rows, columns}), jit_argument(rows),
                                 jit_argument(columns)});
        if (status != 0) {
            return compiled_function::error_text();
        }
        int wrong = 0;
        for (int k = 0; k < rows * columns; ++k) {
            const auto at = static_cast<std::size_t>(k);
            wrong += to[at] == 2 * from[at] + static_cast<float>(k / columns) ? 0 : 1;
        }
        return wrong == 0 ? "" : std::to_string(wrong) + " wrong elements";
    }
};

TEST_F(Kernels, HaveAnyExtents) {
    scaled_rows p;
    p.out.gpu_tile(p.i, p.j, 4, 16);
    const compiled_function code = p.owner.compile({&p.b_in, &p.b_out}, on_device());
    for (const int rows : {0, 1, 3, 4, 5, 37}) {
        for (const int columns : {0, 1, 15, 16, 17, 53}) {
            EXPECT_EQ("", p.run(code, rows, columns)) << rows << " x " << columns;
        }
    }
}

TEST_F(Kernels, AreTheSameFromBlocksAndThreadsGivenOneByOne) {
    const var i0("i0"), i1("i1"), j0("j0"), j1("j1");
    std::string loops;
    {
        scaled_rows p;
        p.out.tile(p.i, p.j, 8, 8, i0, j0, i1, j1).gpu_block(i0).gpu_block(j0);
        p.out.gpu_thread(i1).gpu_thread(j1);
        loops = p.owner.loops_text();
        EXPECT_EQ("", p.run(p.owner.compile({&p.b_in, &p.b_out}, on_device()), 21, 30));
    }
    {
        scaled_rows p;
        p.out.gpu_tile(p.i, p.j, 8, 8, i0, j0, i1, j1);
        EXPECT_EQ(loops, p.owner.loops_text());
    }
    scaled_rows p;
    p.out.tile(p.i, p.j, 8, 8, i0, j0, i1, j1);
    p.out.tag_gpu_level(i0, j0, i1, j1);
    EXPECT_EQ(loops, p.owner.loops_text());
}

/// Of 1 <= i, j < 63 a tile has 31 columns, from 1 to 31 or from 32 to 62.
TEST_F(Kernels, HaveAsManyThreadsAsTheirTilesHaveColumnsAltogether) {
    init("inside");
    const var i("i", 1, 63), j("j", 1, 63);
    buffer b_out("b_out", {64, 64}, p_int32, a_output);
    computation out("out", {i, j}, i * 100 + j);
    out.store_in(&b_out);
    out.gpu_tile(i, j, 8, 32);
    const compiled_function code = global::get_implicit_function()->compile({&b_out}, on_device());
    std::vector<int> found(64 * 64, -1);
    ASSERT_EQ(0, code({jit_argument(found.data(), {64, 64})})) << compiled_function::error_text();
    for (int at = 0; at < 64 * 64; ++at) {
        const int row = at / 64, column = at % 64;
        const bool is_inside = row >= 1 && row < 63 && column >= 1 && column < 63;
        ASSERT_EQ(is_inside ? row * 100 + column : -1, found[static_cast<std::size_t>(at)]);
    }
}

TEST_F(Kernels, RunBlocksAlone) {
    scaled_rows p;
    p.out.gpu_block(p.i);
    EXPECT_EQ("", p.run(p.owner.compile({&p.b_in, &p.b_out}, on_device()), 7, 5));
}

TEST_F(Kernels, RunInLoopsOfTheProcessor) {
    scaled_rows p;
    p.out.gpu_tile({p.j}, {8});
    EXPECT_EQ("", p.run(p.owner.compile({&p.b_in, &p.b_out}, on_device()), 7, 13));
}

/// What stays of a buffer's two sides after a call.
struct described_rows {
    std::vector<float> values;
    halide_dimension_t dimensions[2];
    halide_buffer_t structure{};

    described_rows(std::vector<float> filled, int rows, int columns)
        : values(std::move(filled)), dimensions{{0, columns, 1, 0}, {0, rows, columns, 0}} {
        structure.host = reinterpret_cast<std::uint8_t *>(values.data());
        structure.type = halide_type_t(halide_type_float, 32);
        structure.dimensions = 2;
        structure.dim = dimensions;
    }
};

TEST_F(Kernels, LeaveValuesOnTheDeviceToWhomKeepsThemThere) {
    scaled_rows p;
    p.out.gpu_tile(p.i, p.j, 4, 4);
    const compiled_function code = p.owner.compile({&p.b_in, &p.b_out}, on_device());
    const auto call =
        reinterpret_cast<int (*)(halide_buffer_t *, halide_buffer_t *, int, int)>(code.address());
    constexpr int rows = 5, columns = 6;
    described_rows from(numbers(rows * columns), rows, columns);
    described_rows to(std::vector<float>(rows * columns, -1), rows, columns);
    const halide_device_interface_t *device =
        tiramisu_device_interface(testing::device_name().c_str());
    ASSERT_NE(nullptr, device);
    ASSERT_EQ(0, device->device_malloc(nullptr, &to.structure, device));

    ASSERT_EQ(0, call(&from.structure, &to.structure, rows, columns));
    EXPECT_EQ(0U, from.structure.device) << "what was lent is given back";
    EXPECT_NE(0U, to.structure.device);
    EXPECT_EQ(std::uint64_t{halide_buffer_flag_device_dirty}, to.structure.flags);
    EXPECT_EQ(-1, to.values[7]) << "nobody has asked for it on the host";
    ASSERT_EQ(0, device->copy_to_host(nullptr, &to.structure));
    EXPECT_EQ(2 * 7.5f + 1, to.values[7]);
    EXPECT_EQ(0U, to.structure.flags);

    // What is on the device is what the next function reads.
    to.values[7] = 100;
    ASSERT_EQ(0, call(&to.structure, &from.structure, rows, columns));
    EXPECT_EQ(2 * (2 * 7.5f + 1) + 1, from.values[7]);
    // Unless the host says that it has changed.
    to.structure.flags |= halide_buffer_flag_host_dirty;
    ASSERT_EQ(0, call(&to.structure, &from.structure, rows, columns));
    EXPECT_EQ(201, from.values[7]);
    ASSERT_EQ(0, device->device_free(nullptr, &to.structure));
    EXPECT_EQ(0U, to.structure.device);
}

/// first -> second -> third, through temporaries, for n numbers.
struct chain {
    tiramisu::function owner;
    constant n;
    var i;
    buffer b_in, b_out;
    input in;
    computation first, second, third;

    chain()
        : owner((init("chain"), *global::get_implicit_function())), n("n", p_int32), i("i", 0, n),
          b_in("b_in", {n}, p_float32, a_input), b_out("b_out", {n}, p_float32, a_output),
          in("in", {i}, p_float32), first("first", {i}, in(i) + 1.0f),
          second("second", {i}, first(i) * first(n - 1 - i)),
          third("third", {i}, second(i) - 2.0f) {
        in.store_in(&b_in);
        third.store_in(&b_out);
        first.then(second).then(third);
    }

    std::string run() {
        const compiled_function code = owner.compile({&b_in, &b_out}, on_device());
        for (const int size : {1, 5, 64, 1000}) {
            const std::vector<float> from = numbers(size);
            std::vector<float> to(from.size(), -1);
            if (code({jit_argument(from.data(), {size}), jit_argument(to.data(), {size}),
                      jit_argument(size)}) != 0) {
                return compiled_function::error_text();
            }
            for (int k = 0; k < size; ++k) {
                const auto at = static_cast<std::size_t>(k), other = from.size() - 1 - at;
                if (to[at] != (from[at] + 1) * (from[other] + 1) - 2) {
                    return "element " + std::to_string(k) + " of " + std::to_string(size);
                }
            }
        }
        return "";
    }
};

TEST_F(Kernels, FollowOneAnotherWithoutTheHost) {
    chain p;
    for (computation *one : {&p.first, &p.second, &p.third}) {
        one->gpu_tile({p.i}, {32});
    }
    EXPECT_EQ("", p.run());
}

TEST_F(Kernels, TakeTurnsWithTheProcessor) {
    for (const int on_host : {0, 1, 2}) {
        chain p;
        computation *const all[] = {&p.first, &p.second, &p.third};
        for (int k = 0; k < 3; ++k) {
            if (k != on_host) {
                all[k]->gpu_tile({p.i}, {32});
            }
        }
        all[on_host]->vectorize(p.i, 8);
        EXPECT_EQ("", p.run()) << on_host;
    }
}

/// Sums of neighbours, step by step, in which threads read what others have written.
TEST_F(Kernels, WaitAtBarriersForOtherThreads) {
    init("steps");
    tiramisu::function owner = *global::get_implicit_function();
    constexpr int steps = 9, width = 32, rows = 6;
    const var r("r", 0, rows), t("t", 1, steps), x("x", 0, width);
    buffer u("u", {rows, steps, width}, p_int32, a_output);
    computation start("start", {r, x}, cast(p_int32, x * x + r));
    computation step("step", {r, t, x}, p_int32);
    start.store_in(&u, {r, 0, x});
    step.store_in(&u);
    input all("all", {r, var("s", 0, steps), x}, p_int32);
    all.store_in(&u);
    step.set_expression(all(r, t - 1, (x + 1) % width) + all(r, t - 1, (x + width - 1) % width));
    start.then(step, r);
    for (computation *one : {&start, &step}) {
        one->gpu_block(r).gpu_thread(x);
    }
    const std::string text = owner.stmt_text({&u}, on_device());
    EXPECT_THAT(text, HasSubstr("gpu_thread_barrier"));
    const compiled_function code = owner.compile({&u}, on_device());
    std::vector<int> found(rows * steps * width);
    ASSERT_EQ(0, code({jit_argument(found.data(), {rows, steps, width})}))
        << compiled_function::error_text();
    std::vector<int> expected(found.size());
    const auto at = [&](int row, int time, int place) -> int & {
        return expected[static_cast<std::size_t>((row * steps + time) * width +
                                                 (place + width) % width)];
    };
    for (int row = 0; row < rows; ++row) {
        for (int place = 0; place < width; ++place) {
            at(row, 0, place) = place * place + row;
        }
        for (int time = 1; time < steps; ++time) {
            for (int place = 0; place < width; ++place) {
                at(row, time, place) = at(row, time - 1, place + 1) + at(row, time - 1, place - 1);
            }
        }
    }
    EXPECT_EQ(expected, found);
}

TEST_F(Kernels, DoNotWaitWhereThreadsShareNothing) {
    scaled_rows p;
    const var j0("j0"), j1("j1");
    p.out.split(p.j, 8, j0, j1).gpu_block(p.i).gpu_thread(j1);
    EXPECT_EQ(std::string::npos,
              p.owner.stmt_text({&p.b_in, &p.b_out}, on_device()).find("barrier"));
    EXPECT_EQ("", p.run(p.owner.compile({&p.b_in, &p.b_out}, on_device()), 9, 30));
}

/// A temporary that a block has for itself, and one of each thread.
TEST_F(Kernels, KeepTemporariesOfABlockInItsSharedMemory) {
    init("reversed");
    tiramisu::function owner = *global::get_implicit_function();
    constexpr int rows = 11, width = 24;
    const var r("r", 0, rows), x("x", 0, width);
    buffer b_in("b_in", {rows, width}, p_int32, a_input),
        b_out("b_out", {rows, width}, p_int32, a_output);
    buffer row("row", {width}, p_int32, a_temporary), own("own", {1}, p_int32, a_temporary);
    input in("in", {r, x}, p_int32);
    computation copied("copied", {r, x}, in(r, x) * 3);
    computation doubled("doubled", {r, x}, copied(r, width - 1 - x) * 2);
    computation out("out", {r, x}, doubled(r, x) + 1);
    in.store_in(&b_in);
    copied.store_in(&row, {x});
    doubled.store_in(&own, {0});
    out.store_in(&b_out);
    copied.then(doubled, r).then(out, x);
    for (computation *one : {&copied, &doubled, &out}) {
        one->gpu_block(r).gpu_thread(x);
    }
    const std::string text = owner.stmt_text({&b_in, &b_out}, on_device());
    EXPECT_THAT(text, HasSubstr("GPUShared"));
    EXPECT_THAT(text, HasSubstr("gpu_thread_barrier"));
    const compiled_function code = owner.compile({&b_in, &b_out}, on_device());
    std::vector<int> from(rows * width), to(rows * width);
    std::iota(from.begin(), from.end(), 0);
    ASSERT_EQ(
        0, code({jit_argument(from.data(), {rows, width}), jit_argument(to.data(), {rows, width})}))
        << compiled_function::error_text();
    for (int k = 0; k < rows * width; ++k) {
        const int mirrored = k / width * width + width - 1 - k % width;
        ASSERT_EQ(from[static_cast<std::size_t>(mirrored)] * 6 + 1,
                  to[static_cast<std::size_t>(k)]);
    }
}

/// A product of matrices: an initial value and updates in one kernel.
TEST_F(Kernels, ComputeProducts) {
    init("product");
    tiramisu::function owner = *global::get_implicit_function();
    constexpr int n = 37, m = 29, depth = 21;
    const var i("i", 0, n), j("j", 0, m), k("k", 0, depth);
    buffer b_a("b_a", {n, depth}, p_float64, a_input), b_b("b_b", {depth, m}, p_float64, a_input),
        b_c("b_c", {n, m}, p_float64, a_output);
    input a("a", {i, k}, p_float64), b("b", {k, j}, p_float64);
    computation zero("zero", {i, j}, expr(0.0));
    computation c("c", {i, j, k}, p_float64);
    a.store_in(&b_a);
    b.store_in(&b_b);
    zero.store_in(&b_c);
    c.store_in(&b_c, {i, j});
    c.set_expression(c(i, j, k) + a(i, k) * b(k, j));
    const var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    zero.gpu_tile(i, j, 8, 8, i0, j0, i1, j1);
    c.gpu_tile(i, j, 8, 8, i0, j0, i1, j1);
    zero.then(c, j1);
    const compiled_function code = owner.compile({&b_a, &b_b, &b_c}, on_device());
    std::vector<double> left(n * depth), right(depth * m), product(n * m, -1);
    std::iota(left.begin(), left.end(), 1);
    std::iota(right.begin(), right.end(), -50);
    ASSERT_EQ(0,
              code({jit_argument(left.data(), {n, depth}), jit_argument(right.data(), {depth, m}),
                    jit_argument(product.data(), {n, m})}))
        << compiled_function::error_text();
    for (std::size_t at = 0; at < product.size(); ++at) {
        double sum = 0;
        for (std::size_t d = 0; d < depth; ++d) {
            sum += left[at / m * depth + d] * right[d * m + at % m];
        }
        ASSERT_EQ(sum, product[at]);
    }
}

TEST_F(Kernels, HaveThreeDimensions) {
    init("volume");
    tiramisu::function owner = *global::get_implicit_function();
    constexpr int n = 5, m = 7, l = 11;
    const var i("i", 0, n), j("j", 0, m), k("k", 0, l);
    buffer b_out("b_out", {n, m, l}, p_int32, a_output);
    computation out("out", {i, j, k}, i * 10000 + j * 100 + k);
    out.store_in(&b_out);
    out.gpu_tile(i, j, k, 2, 4, 8);
    std::vector<int> found(n * m * l);
    ASSERT_EQ(0, owner.compile({&b_out}, on_device())({jit_argument(found.data(), {n, m, l})}));
    for (int at = 0; at < n * m * l; ++at) {
        ASSERT_EQ(at / (m * l) * 10000 + at / l % m * 100 + at % l,
                  found[static_cast<std::size_t>(at)]);
    }
}

/// Triangles: the number of blocks of a loop depends on the block around it.
TEST_F(Kernels, RunTriangles) {
    init("triangle");
    tiramisu::function owner = *global::get_implicit_function();
    constexpr int n = 33;
    const var i("i", 0, n), j("j", 0, i + 1);
    buffer b_out("b_out", {n, n}, p_int32, a_output);
    computation out("out", {i, j}, i * 100 + j);
    out.store_in(&b_out);
    out.gpu_tile(i, j, 4, 8);
    std::vector<int> found(n * n, -1);
    ASSERT_EQ(0, owner.compile({&b_out}, on_device())({jit_argument(found.data(), {n, n})}));
    for (int at = 0; at < n * n; ++at) {
        ASSERT_EQ(at % n <= at / n ? at / n * 100 + at % n : -1,
                  found[static_cast<std::size_t>(at)]);
    }
}

TEST_F(Kernels, TellWhichBufferHasNoShape) {
    scaled_rows p;
    p.out.gpu_tile(p.i, p.j, 4, 4);
    options opts = on_device();
    opts.checks = argument_checks::memory;
    const compiled_function code = p.owner.compile({&p.b_in, &p.b_out}, opts);
    const auto call =
        reinterpret_cast<int (*)(halide_buffer_t *, halide_buffer_t *, int, int)>(code.address());
    std::vector<float> from(6), to(6);
    halide_buffer_t one{}, other{};
    one.host = reinterpret_cast<std::uint8_t *>(from.data());
    other.host = reinterpret_cast<std::uint8_t *>(to.data());
    std::string told;
    tiramisu_set_thread_error_receiver(
        [](void *context, const char *text) { *static_cast<std::string *>(context) = text; },
        &told);
    EXPECT_NE(0, call(&one, &other, 2, 3));
    tiramisu_set_thread_error_receiver(nullptr, nullptr);
    EXPECT_THAT(told, HasSubstr("buffer \"b_in\": its structure describes no memory"));
}

TEST(MissingDevice, EndsTheCallWithOneText) {
    if (testing::missing_device(rt::device_kind::cuda).empty()) {
        GTEST_SKIP() << "there is a device for CUDA here";
    }
    scaled_rows p;
    p.out.gpu_tile(p.i, p.j, 4, 4);
    options opts;
    opts.target = "host-cuda";
    const compiled_function code = p.owner.compile({&p.b_in, &p.b_out}, opts);
    EXPECT_THAT(p.run(code, 3, 4),
                ::testing::StartsWith("scaled_rows: loops run on a GPU through CUDA, and there is "
                                      "no libcuda.so.1; install NVIDIA's driver"));
}

} // namespace
} // namespace tiramisu
