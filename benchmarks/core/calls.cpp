// What a call of a compiled function takes beside the function: 1000 calls of one that adds 1 to 16
// elements, or of a layer of as many, against as many through the C function's address.
#include "core/core.h"

#include "rounds.h"

#include <HalideRuntime.h>

#include <tiramisu/nn/nn.h>
#include <tiramisu/tiramisu.h>

#include <functional>
#include <vector>

namespace tiramisu::bench {

namespace {

constexpr int elements = 16, calls = 1000;

/// The function, its memory, and how C calls it.
struct small_function {
    std::vector<float> in = std::vector<float>(elements, 1), out = in;
    compiled_function code = compiled();
    halide_dimension_t dimension{0, elements, 1};
    halide_buffer_t raw_in = raw(in), raw_out = raw(out);

    std::vector<jit_argument> arguments() {
        return {{in.data(), {elements}}, {out.data(), {elements}}};
    }
    int call_as_c() {
        return reinterpret_cast<int (*)(halide_buffer_t *, halide_buffer_t *)>(code.address())(
            &raw_in, &raw_out);
    }

private:
    static compiled_function compiled() {
        init("small");
        const var i("i", 0, elements);
        buffer from("from", {elements}, p_float32, a_input),
            to("to", {elements}, p_float32, a_output);
        input source("source", {i}, p_float32);
        source.store_in(&from);
        computation sum("sum", {i}, source(i) + 1.0f);
        sum.store_in(&to);
        sum.vectorize(i, elements);
        return global::get_implicit_function()->compile({&from, &to});
    }
    halide_buffer_t raw(std::vector<float> &memory) {
        halide_buffer_t made = {};
        made.host = reinterpret_cast<std::uint8_t *>(memory.data());
        made.type = halide_type_t(halide_type_float, 32);
        made.dimensions = 1;
        made.dim = &dimension;
        return made;
    }
};

stopwatch many(const std::function<void()> &call) {
    return timed_here([call] {
        for (int i = 0; i < calls; i++) {
            call();
        }
    });
}

} // namespace

void run_calls(session &here) {
    const char *const id = "call_overhead_1000";
    if (!here.wants(id)) {
        return;
    }
    small_function small;
    const nn::eltwise layer(nn::eltwise_problem::parse("eltwise ic=1 ih=1 iw=16 post=relu"));
    const prepared_call prepared = small.code.prepare(small.arguments());
    const nn::invocation run = layer.prepare({small.in.data()}, small.out.data());
    const std::vector<const char *> variants = {"compiled_function", "prepared_call", "layer_run",
                                                "layer_invocation"};
    const std::vector<timing> times = interleaved_rounds(
        {many([&] { small.call_as_c(); }), many([&] { small.code(small.arguments()); }),
         many([&] { prepared(); }), many([&] { layer.run({small.in.data()}, small.out.data()); }),
         many([&] { run(); })},
        here.rounds());
    for (std::size_t i = 0; i < variants.size(); i++) {
        row one;
        one.id = id;
        one.variant = variants[i];
        one.ours_ms = times[i + 1].median;
        one.ours_min_ms = times[i + 1].fastest;
        one.peer = "C function";
        one.peer_ms = times[0].median;
        one.peer_min_ms = times[0].fastest;
        here.add(one);
    }
}

} // namespace tiramisu::bench
